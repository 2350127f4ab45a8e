import type { Resource } from '../../openapi/resource';
import { CreateApiKeyController } from './create-api-key';
import { GetApiKeyController } from './get-api-key';
import { ListApiKeysController } from './list-api-keys';
import { RevokeApiKeyController } from './revoke-api-key';
import { RotateApiKeyController } from './rotate-api-key';
import { UpdateApiKeyController } from './update-api-key';
import { apiKeySchemas } from './api-key.schema';

export const apiKeys: Resource = {
  tag: 'API keys',
  controllers: [
    CreateApiKeyController,
    ListApiKeysController,
    GetApiKeyController,
    UpdateApiKeyController,
    RevokeApiKeyController,
    RotateApiKeyController,
  ],
  schemas: apiKeySchemas,
};
