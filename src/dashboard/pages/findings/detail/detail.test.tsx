import { QueryClientProvider } from '@tanstack/react-query'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '#api/cache/query-client.ts'
import { readDetail } from '#api/dialects/detail.ts'
import { readFinding } from '#api/dialects/dialects.ts'
import { findingKey } from '#api/findings/findings.ts'
import { meOptions } from '#api/me.ts'
import type { Me } from '#contract/responses/deployments.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { FindingPanel } from './panel/panel.tsx'

const me: Me = {
  name: 'Mina',
  machine: false,
  role: 'analyst',
  scopes: ['findings:triage'],
  expiresAt: null,
  deployments: [],
}

interface Given {
  /** The answer of the service; left out while it is on its way. */
  detail?: unknown
  row?: unknown
  type?: PageType
  id?: string
  scopes?: string[]
}

/** The panel as a person sees it, for an answer of whatever service. */
function shown({ detail, row, type = 'sast', id = '7', scopes = me.scopes }: Given): string {
  const client = createQueryClient()
  client.setQueryData(meOptions().queryKey, { ...me, scopes })
  if (detail !== undefined) client.setQueryData(findingKey('acme', Number(id)), readDetail(detail))
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <FindingPanel
          deployment="acme"
          type={type}
          id={id}
          row={readFinding(row)}
          position="2 of 364"
          onClose={() => undefined}
          onWalk={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#x27;', "'")

const code = {
  id: 7,
  rule_name: 'js.sql.string-built-query',
  rule_title: 'Query text is built from a request parameter',
  rule_message: 'The value reaches `db.raw()` without a bind.',
  rule: {
    name: 'js.sql.string-built-query',
    cweNames: ['CWE-89: SQL Injection'],
    owaspNames: ['A03:2021 - Injection'],
  },
  severity: 'critical',
  status: 'open',
  state: 'unresolved',
  triage_state: 'untriaged',
  created_at: '2026-11-18T08:00:00.000Z',
  relevant_since: '2026-11-18T08:00:00.000Z',
  ref: 'refs/heads/main',
  repository: { name: 'acme/checkout' },
  location: { filePath: 'src/orders/search.ts', line: 48, column: 5, endLine: 48, endColumn: 20 },
  line_of_code_url: 'https://git.example/acme/checkout/blob/main/src/orders/search.ts#L48',
  policy_mode: 'MODE_BLOCK',
  sourcing_policy: { id: 1, name: 'Default', slug: 'default' },
  assistant: {
    autotriage: { verdict: 'true_positive', reason: 'It is reachable.' },
    component: { tag: 'user data', risk: 'high' },
  },
  code: { startLine: 46, lines: ['a()', 'b()', "    'select ' + who"] },
  data_flow: [
    { kind: 'source', location: { filePath: 'src/orders/search.ts', line: 46 }, code: 'a()' },
    { kind: 'step', location: { filePath: 'src/elsewhere.ts', line: 9 }, code: 'through()' },
    { kind: 'sink', location: { filePath: 'src/orders/search.ts', line: 48 }, code: 'c()' },
  ],
  fix: { startLine: 48, before: 'old line', after: 'new line' },
  instances: [
    { id: 7, ref: 'refs/heads/main', primary: true, status: 'open', state: 'unresolved' },
    { id: 8, ref: 'refs/heads/release/4.2', primary: false, status: 'open', state: 'unresolved' },
  ],
  history: [{ at: '2026-11-18T08:00:00.000Z', what: 'found', scan_id: 8412, ref: 'refs/heads/main' }],
  issue_type: 'sast',
}

const supplyChain = {
  ...code,
  issue_type: 'sca',
  found_dependency: { package: 'lodash', version: '4.17.20', ecosystem: 'npm', transitivity: 'transitive' },
  vulnerability_identifier: 'CVE-2021-23337',
  epss_score: { score: 0.0042, percentile: 0.741 },
  fix_recommendations: [{ package: 'lodash', version: '4.17.21' }],
  reachability: 'conditionally_reachable',
  reachable_condition: 'template() is called with text from outside',
}

describe('the detail of a code finding', () => {
  it('says what matters for the decision in labeled badges', () => {
    expect(textOf(shown({ detail: code }))).toContain(
      'Assistant: True positive Policy: Blocks pull requests Also on: release/4.2',
    )
  })

  it('says once what it found, and then what its rule looks for', () => {
    const explained = {
      ...code,
      rule: { ...code.rule, message: 'Query text built from input lets it change the query.' },
    }
    expect(textOf(shown({ detail: explained }))).toContain(
      'The value reaches db.raw() without a bind. Query text built from input lets it change the query.',
    )
    const same = textOf(shown({ detail: { ...code, rule: { ...code.rule, message: code.rule_message } } }))
    expect(same.split('without a bind')).toHaveLength(2)
  })

  it('says where it stands in the program, where the scan sent that', () => {
    const logical = { ...code, logical_location: 'Acme.Shop::pay' }
    expect(textOf(shown({ detail: logical }))).toContain('Logical location Acme.Shop::pay')
    expect(textOf(shown({ detail: code }))).not.toContain('Logical location')
  })

  it('says which resource it is about, where the scan sent that', () => {
    const ofResource = { ...code, resource: 'module.web.aws_s3_bucket.logs' }
    expect(textOf(shown({ detail: ofResource }))).toContain('Resource module.web.aws_s3_bucket.logs')
    expect(textOf(shown({ detail: code }))).not.toContain('Resource')
  })

  it('lists and numbers every step, in other files too', () => {
    const text = textOf(shown({ detail: code }))
    expect(text).toContain('3 steps')
    for (const step of ['1 source', '3 sink']) expect(text).toContain(step)
    expect(text).toMatch(/2 step src\/ elsewhere\.ts:9 through\(\)/)
  })

  it('shows the fix as what goes and what comes', () => {
    const text = textOf(shown({ detail: code }))
    expect(text).toContain('Removed: old line')
    expect(text).toContain('Added: new line')
  })

  it('says nothing twice: advice that repeats the message is left out', () => {
    const repeated = {
      ...code,
      rule_message: 'Data from a request is evaluated. Parse it instead.',
      assistant: {
        guidance: { summary: 'Parse it instead.', instructions: 'Use a schema.' },
        autofix: { explanation: 'Use a schema.', fix_code: 'new line' },
      },
    }
    const text = textOf(shown({ detail: repeated }))
    expect(text.split('Parse it instead.')).toHaveLength(2)
    expect(text.split('Use a schema.')).toHaveLength(2)
  })

  it('links the weakness and the risk', () => {
    const markup = shown({ detail: code })
    expect(markup).toContain('href="https://cwe.mitre.org/data/definitions/89.html"')
    expect(markup).toContain('href="https://owasp.org/Top10/A03_2021-Injection/"')
  })

  it('fills the present state and leaves the others to be chosen', () => {
    expect(shown({ detail: code })).toMatch(/aria-pressed="true"[^>]*>(?:<svg.*?<\/svg>)?Open</)
    expect(shown({ detail: { ...code, status: 'ignored', triage_state: 'ignored' } })).toMatch(
      /aria-pressed="true"[^>]*>(?:<svg.*?<\/svg>)?Ignored</,
    )
  })

  it('disables what a person may not do, with the reason', () => {
    const markup = shown({ detail: code, scopes: ['findings:read'] })
    expect(markup.match(/aria-disabled="true"/g)).toHaveLength(5)
    expect(markup).toContain('You don&#x27;t have permission to triage')
  })

  it('shows the row at once while the detail is on its way', () => {
    const text = textOf(shown({ row: { ...code, marks: { title: 'From the list', other_refs: 3 } } }))
    expect(text).toContain('From the list')
    expect(text).toContain('Also on: 3 other branches')
    // What comes within a moment needs no words of waiting.
    expect(text).not.toContain('Loading the finding')
    expect(textOf(shown({}))).toContain('Loading the finding')
  })

  it('says why a URL leads to nothing', () => {
    expect(textOf(shown({ id: 'abc' }))).toContain('A finding ID is a number')
    expect(textOf(shown({ detail: { ...code, state: 'removed' } }))).toContain('no longer in lists or counts')
  })
})

describe('the detail of a supply-chain finding', () => {
  it('says package, advisory, likelihood, reachability and remedy', () => {
    const markup = shown({ detail: supplyChain, type: 'sca' })
    const text = textOf(markup)
    expect(text).toContain('lodash 4.17.20: CVE-2021-23337')
    expect(text).toContain('0.4% probability of exploitation within 30 days Higher than 74% of all')
    expect(text).toContain('Reachability: Conditionally reachable')
    expect(text).toContain('template() is called with text from outside')
    expect(text).toContain('Upgrade to lodash 4.17.21')
    expect(markup).toContain('href="https://nvd.nist.gov/vuln/detail/CVE-2021-23337"')
  })

  it('lists CVSS scores with their vectors where the scan sent some', () => {
    const cvss = [
      { method: 'CVSSv31', score: 9.8, vector: 'CVSS:3.1/AV:N/AC:L', source: 'nvd' },
      { method: 'CVSSv2', score: 5, vector: null, source: null },
    ]
    const text = textOf(shown({ detail: { ...supplyChain, cvss }, type: 'sca' }))
    expect(text).toContain('CVSS 9.8 CVSS 3.1, nvd CVSS:3.1/AV:N/AC:L 5.0 CVSS 2.0')
    expect(textOf(shown({ detail: supplyChain, type: 'sca' }))).not.toContain('CVSS')
  })

  it('says which rating the severity follows, or that there is none', () => {
    const by = (severity_from: object) =>
      textOf(shown({ detail: { ...supplyChain, severity_from }, type: 'sca' }))
    expect(by({ method: 'CVSSv31', source: 'NVD' })).toContain('Rating CVSS 3.1, NVD')
    expect(by({ method: 'other', source: 'Acme' })).toContain('Rating Other, Acme')
    expect(by({ method: 'none', source: null })).toContain('Rating Not rated')
    expect(textOf(shown({ detail: supplyChain, type: 'sca' }))).not.toContain('Rating')
  })

  it('is honest about what nobody found out', () => {
    const { epss_score: _, reachability: __, fix_recommendations: ___, ...less } = supplyChain
    const text = textOf(shown({ detail: less, type: 'sca' }))
    expect(text).toContain('Not analyzed')
    expect(textOf(shown({ detail: { ...supplyChain, reachability: 'unknown' }, type: 'sca' }))).toContain(
      'Not analyzed',
    )
    expect(text).toContain('No EPSS score')
    expect(text).not.toContain('Unreachable')
    expect(text).toContain('The fixed version is unknown')
    const none = textOf(
      shown({ detail: { ...supplyChain, fix_recommendations: [], no_later_fix: true }, type: 'sca' }),
    )
    expect(none).toContain('The advisory names no fixed version above this one')
  })

  it('warns of a malicious package', () => {
    expect(textOf(shown({ detail: { ...supplyChain, is_malicious: true }, type: 'sca' }))).toContain(
      'This package is malicious',
    )
  })
})

describe('answers of other services', () => {
  const hostile = '<img src=x onerror=alert(1)>'

  it('stay text, and their URLs lead nowhere unless they are of the web', () => {
    const markup = shown({
      detail: {
        ...supplyChain,
        rule_title: hostile,
        rule_message: `${hostile} [x](javascript:alert(1))`,
        severity: hostile,
        status: hostile,
        triage_state: hostile,
        ref: hostile,
        repository: { name: hostile, url: 'javascript:alert(1)' },
        line_of_code_url: 'javascript:alert(1)',
        vulnerability_identifier: hostile,
        found_dependency: { package: hostile, version: hostile, lockfile_line_url: 'data:text/html,x' },
        external_ticket: { url: 'javascript:alert(1)', externalSlug: hostile },
        click_to_fix_prs: [{ url: 'javascript:alert(1)', state: hostile }],
        references: ['javascript:alert(1)', hostile],
        history: [{ at: hostile, what: hostile, who: hostile, note: hostile }],
        instances: [{ id: 9, ref: hostile, status: hostile }],
      },
      type: 'sca',
    })
    expect(markup).not.toContain('<img')
    expect(markup).not.toMatch(/href="(?!https?:|\/|#)/)
  })

  it('are shown whatever is null, missing or of another kind, for every type', () => {
    const junk = fc.oneof(
      fc.constantFrom(null, '', hostile, 0, -1, 1e308, true, [], {}, [null], [[]], [{}], 'unheard_of'),
      fc.string(),
    )
    const types = ['sast', 'sca', 'secrets'] as const
    const parts = ['type', 'validation_state', 'validated_at', 'hash', 'other_places', 'historical_info']
    const history = fc.dictionary(fc.constantFrom('gitCommit', 'gitBlob', 'gitCommitTimestamp'), junk)
    const secret = fc.oneof(junk, fc.dictionary(fc.constantFrom(...parts), fc.oneof(junk, history)))
    const field = fc.constantFrom(
      ...Object.keys({
        ...code,
        ...supplyChain,
        cvss: [],
        severity_from: {},
        logical_location: '',
        resource: '',
      }).filter((name) => name !== 'id'),
    )
    const changes = fc.array(fc.tuple(field, fc.option(junk, { nil: undefined })), { maxLength: 12 })
    fc.assert(
      fc.property(changes, secret, fc.constantFrom(...types), (changed, secret, type) => {
        const base: Record<string, unknown> = { ...(type === 'sca' ? supplyChain : code) }
        if (type === 'secrets') Object.assign(base, { issue_type: type, secret })
        for (const [name, value] of changed) {
          if (value === undefined) delete base[name]
          else base[name] = value
        }
        const text = textOf(shown({ detail: base, type }))
        expect(text).toContain('Details')
        expect(text).toContain('Raw JSON')
      }),
      { numRuns: 100 },
    )
  })

  it('are shown with nothing but an id', () => {
    for (const type of ['sast', 'sca'] as const) {
      const text = textOf(shown({ detail: { id: 7 }, type }))
      expect(text).toContain('Unnamed rule')
      expect(text).toContain('No history')
    }
  })

  it('do not freeze the page with a flow of thousands of steps or a line of megabytes', () => {
    const flow = Array.from({ length: 5000 }, (_, line) => ({
      kind: 'step',
      location: { filePath: 'a.js', line },
      code: 'x'.repeat(5000),
    }))
    const markup = shown({
      detail: { ...code, data_flow: flow, code: { startLine: 1, lines: ['y'.repeat(2_000_000)] } },
    })
    expect(markup.length).toBeLessThan(300_000)
    expect(textOf(markup)).toContain('Show all 5,000 steps')
  })
})
