const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A value that this dashboard has no words for, as it stands but readable: `semi_reachable` → `Semi reachable`. */
function asItStands(value: string): string {
  return sentenceCase(value.replace(/_/g, ' '))
}

const of = (words: ReadonlyMap<string, string>, missing: string) => (value: string | null | undefined) =>
  value ? (words.get(value) ?? asItStands(value)) : missing

/** Whether the flaw can be reached. No analysis is "not analysed", never "no"; ours says `unknown`, others nothing. */
export const reachabilityWords = of(
  new Map([
    ['reachable', 'Reachable'],
    ['always_reachable', 'Always reachable'],
    ['conditionally_reachable', 'Reachable under a condition'],
    ['unreachable', 'Unreachable'],
    ['unknown', 'Not analysed'],
  ]),
  'Not analysed',
)

export const transitivityWords = of(
  new Map([
    ['direct', 'Direct dependency'],
    ['transitive', 'Transitive, through a package that the scan does not name'],
    ['unknown', 'Unknown'],
  ]),
  'Not known',
)

export const cvssWords = of(
  new Map([
    ['CVSSv4', 'CVSS 4.0'],
    ['CVSSv31', 'CVSS 3.1'],
    ['CVSSv3', 'CVSS 3.0'],
    ['CVSSv2', 'CVSS 2.0'],
  ]),
  'CVSS',
)

export const confidenceWords = of(
  new Map([
    ['high', 'High'],
    ['medium', 'Medium'],
    ['low', 'Low'],
  ]),
  'Not said',
)

export const verdictWords = of(
  new Map([
    ['true_positive', 'true positive'],
    ['false_positive', 'false positive'],
  ]),
  'no verdict',
)

export const scanStateWords = of(
  new Map([
    ['unresolved', 'Still reported by the newest scan of this ref'],
    ['fixed', 'Fixed: no longer reported'],
    ['muted', "Suppressed by the scanner's own mark in the code"],
    ['removed', 'Removed: the scans no longer look there'],
  ]),
  'Not said',
)

interface ModeWords {
  name: string
  /** What it does, to follow "this rule". */
  effect: string
}

const modes = new Map<string, ModeWords>([
  ['MODE_BLOCK', { name: 'Block', effect: 'blocks pull requests' }],
  ['MODE_COMMENT', { name: 'Comment', effect: 'comments on pull requests' }],
  ['MODE_MONITOR', { name: 'Monitor', effect: 'reports silently' }],
  ['MODE_DISABLED', { name: 'Disabled', effect: 'is switched off' }],
])

/** A policy mode in words; one that is not known stands as it came. */
export function modeWords(mode: string | null | undefined): ModeWords | undefined {
  if (!mode) return undefined
  return modes.get(mode) ?? { name: mode, effect: '' }
}
