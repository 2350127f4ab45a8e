import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Composition } from './composition';
import type { Engine } from './engine';
import { figure } from './figures';
import { PackagedImages } from './images';

/** What Compose asks for before it builds, and nothing that is built has of it. */
const UNUSED = { SECRETS_KEY: '-', SERVICE_TOKEN: '-', POSTGRES_PASSWORD: '-', REDIS_PASSWORD: '-' };

/** Says to the files that follow in this run that the images are those of these sources. */
const MADE = join(process.env['TEST_SERVERS'] ?? '', 'compose-images');

/** A copy of the repository, on an engine that has every image that its Compose files ask for, or pulls them. */
export async function prepared(engine: Engine): Promise<Composition> {
  const composition = await Composition.copy(engine);
  if (engine.images === 'registry' || existsSync(MADE)) return composition;
  const images = new PackagedImages(engine);
  try {
    await figure('The base image is made after', () => images.makeBase());
    const build = ['compose', '--progress', 'plain', 'build'];
    const { folder: cwd } = composition;
    await figure('The image is built after', () => engine.run('docker', build, { cwd, environment: UNUSED }));
    await figure('The images of the servers are made after', () => images.makeServers());
  } finally {
    images.remove();
  }
  writeFileSync(MADE, '');
  return composition;
}
