import * as z from 'zod/mini'
import { readContent } from '../content.ts'
import { type Advisory, advisorySchema } from './advisory.ts'

/** Every advisory that the demo's supply-chain findings refer to. */
export const advisories: readonly Advisory[] = readContent(
  'advisories/index.json',
  z.array(z.string()),
).flatMap((name) => readContent(`advisories/${name}.json`, z.array(advisorySchema)))
