import 'reflect-metadata';
import { runAsProcess } from './output';
import { rebuildReadModels } from './rebuild-read-models';

runAsProcess(rebuildReadModels);
