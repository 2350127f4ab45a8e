// Makes the data folder that later versions have to open: see make-data-folder.ts.
import { join } from 'node:path';
import { loadTypescript } from '../../infra/scripts/load-typescript.mjs';

await loadTypescript()(join(import.meta.dirname, 'make-data-folder.ts')).makeDataFolder();
process.exit();
