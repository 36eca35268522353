import type { SkillsConfig } from '#shared/domain/skills-config.ts';
import { PegboardError } from '#shared/errors.ts';
import type { TextAnalysis } from '../../search/text-analysis.ts';
import type { SkillStore } from '../store/skill-store.ts';
import type { StoredSkill } from '../store/stored-skill.ts';
import type { TextRules } from './sanitise-skill.ts';

/** What one caller can reach: exactly the skills it may see, and a store of just those (R10.04, R11.05). */
export interface SkillScope {
  readonly skills: ReadonlyMap<string, StoredSkill>;
  readonly byRow: ReadonlyMap<number, StoredSkill>;
  readonly store: SkillStore;
  readonly analysis: TextAnalysis | null;
  readonly config: SkillsConfig;
  /** How texts are made fit for this caller's model. */
  readonly rules: TextRules;
}

/** R4.19. */
export function skillsNotConfigured(): PegboardError {
  return new PegboardError('skills_not_configured', 'Skills are not configured.', {
    hint: 'Set skills.enabled to true in pegboard.yaml and name a pack under skills.skill_packs.',
  });
}
