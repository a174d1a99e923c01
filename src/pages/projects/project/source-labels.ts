import type { Source } from '#contract/answers/sources.ts'

/** A source as it is named in a sentence: "Semgrep", "Semgrep (nightly)". */
export function sourceWords({ tool, category }: Pick<Source, 'tool' | 'category'>): string {
  return category ? `${tool} (${category})` : tool
}
