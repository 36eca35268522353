/** Methods of the skills extension. */
export const skillMethods = ['skills/list', 'skills/get', 'resources/directory/read'] as const;
export type SkillMethod = (typeof skillMethods)[number];
