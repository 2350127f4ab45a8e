import type { Resource } from '../../openapi/resource';
import { AgreeToRuleDraftController } from './agree-to-rule-draft';
import { CreateRuleDraftController } from './create-rule-draft';
import { DiscardRuleDraftController } from './discard-rule-draft';
import { GetRuleDraftController } from './get-rule-draft';
import { GetRulesController } from './get-rules';
import { PublishRuleDraftController } from './publish-rule-draft';
import { ruleSchemas } from './rules.schema';
import { UpdateRuleDraftController } from './update-rule-draft';

export const rules: Resource = {
  tag: 'Rules',
  controllers: [
    GetRulesController,
    CreateRuleDraftController,
    GetRuleDraftController,
    UpdateRuleDraftController,
    DiscardRuleDraftController,
    AgreeToRuleDraftController,
    PublishRuleDraftController,
  ],
  schemas: ruleSchemas,
};
