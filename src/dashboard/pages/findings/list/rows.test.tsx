import fc from 'fast-check'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Finding, readFinding } from '#api/dialects/dialects.ts'
import { Severity } from '#features/severity.tsx'
import { Status } from '#features/status.tsx'
import { DataTable } from '#table/data-table.tsx'
import { Age, Confidence, Location } from '../columns/cells.tsx'
import { codeColumns } from '../columns/code-columns.tsx'
import { Flags } from '../columns/flags.tsx'
import { Epss, PackageLink, Reachability, supplyChainColumns } from '../columns/supply-chain-columns.tsx'
import { CodeCard } from './code-card.tsx'
import { ListProvider } from './list-context.ts'
import type { ListType } from './list-state.ts'
import { SupplyChainCard } from './supply-chain-card.tsx'

const now = new Date('2026-11-21T08:00:00.000Z')

function finding(fields: object): Finding {
  const row = readFinding({ id: 7, repository: { name: 'acme/shop' }, ...fields })
  if (!row) throw new Error('not a finding')
  return row
}

function shown(row: Finding, type: ListType = 'sast', twoLines = true): string {
  return within(
    <>
      <DataTable
        label="Findings"
        columns={(type === 'sca' ? supplyChainColumns : codeColumns)[twoLines ? 'default' : 'compact']}
        rows={[row]}
        rowId={({ id }) => String(id)}
        start={0}
        total={1}
        sort={undefined}
        onSort={() => undefined}
        openId={undefined}
        isDimmed={() => true}
        selection={undefined}
        onOpen={() => undefined}
        detail={undefined}
        card={() => null}
        restore={undefined}
        skeletonRows={1}
        refreshing={false}
        empty={null}
        error={undefined}
      />
      {type === 'sca' ? SupplyChainCard(row) : CodeCard(row)}
    </>,
    type,
    twoLines,
  )
}

function within(element: ReactNode, type: ListType = 'sast', twoLines = true): string {
  const context = {
    deployment: 'acme',
    type,
    now,
    showRef: type === 'sca',
    twoLines,
    columns: new Set<string>(),
    once: false,
    expanded: undefined,
    expand: () => undefined,
    open: () => undefined,
  }
  return renderToStaticMarkup(<ListProvider value={context}>{element}</ListProvider>)
}

describe('a row of the list', () => {
  it('shows where the finding is: folders and the name may give way, the line may not', () => {
    const html = within(
      <Location row={finding({ location: { filePath: 'src/orders/search.ts', line: 48 } })} />,
    )
    expect(html).toContain('>search.ts</span>:48<')
    expect(html).toContain('title="acme/shop · src/orders/search.ts:48"')
  })

  it('links to the finding’s own page', () => {
    expect(shown(finding({ rule_name: 'a.b.c' }))).toContain('href="/d/acme/findings/code/7"')
  })

  it('counts the age from when it became relevant, and says when it was first seen', () => {
    const row = finding({
      relevant_since: '2026-11-18T08:00:00.000Z',
      created_at: '2026-09-01T08:00:00.000Z',
    })
    const html = within(<Age row={row} />)
    expect(html).toContain('>3 d<')
    expect(html).toContain('First seen 2026-09-01T08:00:00.000Z')
  })

  it('flags what came back, stands on other refs, has a ticket, a fix or a verdict, in words too', () => {
    const html = within(
      <Flags
        row={finding({
          marks: { title: null, other_refs: 3, reappeared: 2 },
          external_ticket: { externalSlug: 'SHOP-12' },
          click_to_fix_prs: [{ url: 'https://git.example/1' }],
          assistant: { autotriage: { verdict: 'false_positive' } },
        })}
      />,
    )
    for (const words of [
      'Reopened 2 times',
      'Also on 3 other refs',
      'Ticket SHOP-12',
      '1 fix pull request',
    ]) {
      expect(html).toContain(words)
    }
    expect(html).toContain('Assistant: false positive')
    // Those that fit are shown, and how many more there are; in a narrow column the first and the others.
    expect(html).toContain('>FP<')
    expect(html).toContain('>+2<')
    expect(html).toContain('data-hint="1 fix pull request · Also on 3 other refs"')
    expect(html).toContain('>+4<')
  })

  it('tells every severity and every status by shapes that do not stand for both', () => {
    const shapes = (html: string) => /<svg[^>]*>(.*?)<\/svg>/.exec(html)?.[1]
    const severities = ['critical', 'high', 'medium', 'low'].map((value) =>
      shapes(within(<Severity value={value} />)),
    )
    const statuses = ['open', 'reviewing', 'fixing', 'ignored', 'fixed'].map((value) =>
      shapes(within(<Status value={value} brief />)),
    )
    expect(new Set([...severities, ...statuses]).size).toBe(9)
    expect(severities.some((shape) => shape?.includes('<circle'))).toBe(false)
    expect(within(<Status value="open" brief />)).toContain('class="sr-only">Open</span>')
  })

  it('says "Not analyzed" and "No EPSS score", never no or 0', () => {
    const row = finding({ found_dependency: { package: 'lodash', version: '4.17.20' } })
    expect(within(<PackageLink row={row} />)).toContain('title="lodash 4.17.20"')
    for (const reachability of [undefined, null, 'unknown']) {
      const given = finding({ reachability })
      expect(within(<Reachability row={given} />), String(reachability)).toContain('Not analyzed')
    }
    expect(within(<Epss row={row} />)).toContain('No EPSS score')
    expect(within(<Epss row={finding({ epss_score: { score: 0 } })} />)).toContain('0%')
  })

  it('shows values that nobody here knows as they stand', () => {
    const strange = finding({
      severity: 'apocalyptic',
      status: 'paused',
      confidence: 'certain',
      reachability: 'perhaps_reachable',
      assistant: { autotriage: { verdict: 'it_depends' } },
    })
    const html = shown(strange) + shown(strange, 'sca')
    for (const words of ['apocalyptic', 'paused', 'Certain', 'Perhaps reachable', 'It depends']) {
      expect(html).toContain(words)
    }
    expect(within(<Confidence value="constructor" />)).toContain('Constructor')
  })

  it('shows hostile names as names', () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const html = shown(
      finding({
        rule_name: hostile,
        repository: { name: hostile },
        ref: hostile,
        location: { filePath: `../../${hostile}`, line: 1 },
        external_ticket: { externalSlug: hostile, url: 'javascript:alert(1)' },
        found_dependency: { package: hostile, version: hostile },
        vulnerability_identifier: hostile,
      }),
    )
    expect(html).not.toContain('<img')
    expect(html).not.toContain('href="javascript')
  })

  it('survives whatever a service sends', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.constant(undefined),
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.array(fc.string(), { maxLength: 2 }),
      fc.dictionary(
        fc.constantFrom('score', 'package', 'version', 'url', 'filePath', 'line', 'verdict', 'name'),
        fc.anything(),
      ),
    )
    const names = [
      'severity',
      'status',
      'confidence',
      'rule',
      'rule_name',
      'ref',
      'repository',
      'location',
      'created_at',
      'relevant_since',
      'marks',
      'assistant',
      'external_ticket',
      'click_to_fix_prs',
      'found_dependency',
      'epss_score',
      'fix_recommendations',
      'reachability',
      'is_malicious',
      'vulnerability_identifier',
    ]
    const fields = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(fields, fc.constantFrom<ListType>('sast', 'sca'), (row, type) => {
        const read = readFinding({ id: 1, ...row })
        return read === undefined || (shown(read, type) && shown(read, type, false)).length > 0
      }),
    )
  })
})
