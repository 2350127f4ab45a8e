import 'reflect-metadata';
import { makeTopics } from './make-topics';
import { runAsProcess } from './output';

runAsProcess(makeTopics);
