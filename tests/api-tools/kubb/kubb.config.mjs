import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './generated', clean: true, format: false, lint: false },
  plugins: [pluginOas({ validate: false }), pluginTs(), pluginZod(), pluginClient({ client: 'axios', parser: 'zod' })],
});
