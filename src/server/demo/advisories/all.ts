import type { Advisory } from './advisory.ts'
import { goAdvisories } from './go.ts'
import { jvmAdvisories } from './jvm.ts'
import { lowAdvisories } from './low.ts'
import { maliciousAdvisories } from './malicious.ts'
import { npmServerAdvisories } from './npm-server.ts'
import { npmToolAdvisories } from './npm-tools.ts'
import { dotnetAdvisories, phpAdvisories, rustAdvisories } from './others.ts'
import { pythonAdvisories } from './python.ts'
import { rubyAdvisories } from './ruby.ts'

/** Every advisory that the demo's supply-chain findings refer to. */
export const advisories: readonly Advisory[] = [
  ...npmServerAdvisories,
  ...npmToolAdvisories,
  ...lowAdvisories,
  ...pythonAdvisories,
  ...rubyAdvisories,
  ...jvmAdvisories,
  ...goAdvisories,
  ...rustAdvisories,
  ...dotnetAdvisories,
  ...phpAdvisories,
  ...maliciousAdvisories,
]
