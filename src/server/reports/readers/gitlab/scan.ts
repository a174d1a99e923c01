import type { ResultCount } from '../../input/reader.ts'
import type { Route } from '../../json/json-route.ts'
import { maxErrors } from '../../report/report.ts'
import type { RunBuilder } from '../../report/run-builder.ts'
import {
  asName,
  asObject,
  asObjects,
  asText,
  asTime,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'

/** What `scan` says about the run: its type, its tool, its times and its outcome. */
export class GitLabScan {
  readonly route: Route
  readonly #texts = new Map<string, string>()
  #messages: JsonObject[] = []
  #isPartial = false

  constructor(count: ResultCount) {
    // Taken whole, so that its keys tell the format.
    this.route = {
      take: (value) => {
        const scan = asObject(value.parse())
        if (!scan) throw value.fault("`scan` of GitLab's reports must be an object")
        this.#read(scan)
        for (const { value: text } of this.#messages) count.keep(asText(text)?.length ?? 0)
      },
    }
  }

  #read(scan: JsonObject): void {
    const texts: Readonly<Record<string, unknown>> = {
      type: scan['type'],
      status: scan['status'],
      start_time: scan['start_time'],
      end_time: scan['end_time'],
      scanner: getIn(scan['scanner'], 'name'),
      'scanner version': getIn(scan['scanner'], 'version'),
      analyzer: getIn(scan['analyzer'], 'name'),
      'analyzer version': getIn(scan['analyzer'], 'version'),
    }
    for (const [key, value] of Object.entries(texts)) {
      const text = asName(value, 200)
      if (text !== null) this.#texts.set(key, text)
    }
    this.#messages = asObjects(scan['messages'])
      .filter((message) => levelOf(message) !== null)
      .slice(0, maxErrors)
      .map(({ level, value }) => ({ level, value: asText(value, 2_000) }))
    // Without either key the scan was a full one. Any mode, also one that is not known yet, looked at a part.
    this.#isPartial = (scan['partial_scan'] ?? scan['partial_scan_mode'] ?? null) !== null
  }

  text(key: string): string | null {
    return this.#texts.get(key) ?? null
  }

  /** The scanner, which an analyzer of GitLab runs. */
  get tool(): string {
    return this.text('scanner') ?? this.text('analyzer') ?? 'GitLab'
  }

  get version(): string | null {
    return this.text(this.text('scanner') === null ? 'analyzer version' : 'scanner version')
  }

  /** Adds times, messages and the outcome to the run. */
  describe(builder: RunBuilder): void {
    const { run } = builder
    run.startedAt = asTime(this.text('start_time'))
    run.completedAt = asTime(this.text('end_time'))
    const status = this.text('status')
    // A scan of what has changed says nothing about all the rest.
    run.coverage.isPartial = this.#isPartial
    for (const each of this.#messages) {
      const text = asText(each['value']) ?? 'no message'
      builder.addError({ level: levelOf(each) ?? 'error', message: text, path: null, line: null, rule: null })
    }
    const isFatal = this.#messages.some((each) => asName(each['level'], 20)?.toLowerCase() === 'fatal')
    if (status !== 'failure' && !isFatal) return
    const reason = this.#messages.find((each) => levelOf(each) === 'error')?.['value']
    const message = asText(reason, 2_000) ?? 'it gives no reason'
    builder.fail('The report says that the scan failed', { message, rule: null })
  }
}

function levelOf(message: JsonObject): 'error' | 'warning' | null {
  const level = asName(message['level'], 20)?.toLowerCase()
  if (level === 'warn') return 'warning'
  return level === 'error' || level === 'fatal' ? 'error' : null
}
