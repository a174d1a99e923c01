import { basename } from 'node:path'
import * as z from 'zod/mini'
import { readContent } from '../content.ts'
import { familySchema, type RuleFamily } from './family.ts'

/** Every family of rules for code, from which the demo's rules are made. */
export const families: readonly RuleFamily[] = readContent('rules/index.json', z.array(z.string())).map(
  (name) => ({ key: basename(name), ...readContent(`rules/${name}.json`, familySchema) }),
)
