import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#contract/responses/findings.ts'
import type { FindingMatch } from '#contract/responses/matches.ts'
import { historyText, newestFirst, undoableChange } from './history-labels.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const ignored: HistoryEntry = {
  at: '2026-11-21T10:00:00.000Z',
  what: 'triaged',
  who: 'Mina',
  to: 'ignored',
  reason: 'false_positive',
  change_id: 'c1',
}

const identical: FindingMatch = {
  id: '3',
  kind: 'candidate',
  basis: 'identical',
  state: 'open',
  at: '',
  scan_id: 7,
  other: {
    id: 12,
    ref: 'refs/heads/main',
    status: 'ignored',
    path: 'a.py',
    line: 5,
    triage_state: 'ignored',
    triage_reason: null,
    note: null,
    by: null,
  },
  from: null,
  resolvable: true,
}

describe('the history in words', () => {
  it('says who did what, and on which branch', () => {
    expect(historyText(ignored)).toBe('Mina ignored it as false positive')
    expect(historyText({ at: '', what: 'found', scan_id: 8412, ref: 'refs/heads/main' })).toBe(
      'Found on main',
    )
    expect(
      historyText({ at: '', what: 'severity_changed', from: 'medium', to: 'high', ref: 'refs/heads/main' }),
    ).toBe('Severity changed from medium to high on main')
    expect(
      historyText({ at: '', what: 'version_changed', from: '1.2.0', to: '1.3.0', ref: 'refs/heads/main' }),
    ).toBe('Version changed from 1.2.0 to 1.3.0 on main')
    expect(historyText({ at: '', what: 'became_primary', who: 'Jo' })).toBe(
      'Jo made its branch the primary branch',
    )
    expect(historyText({ at: '', what: 'triaged', who: 'Jo', to: 'reopened' })).toBe('Jo reopened it')
    expect(historyText({ ...ignored, scan_id: 1200, file: 'ab12', ref: 'refs/heads/main' })).toBe(
      'Mina ignored it as false positive in the uploaded file on main',
    )
    expect(
      historyText({ at: '', what: 'moved', ref: 'refs/heads/main', note: 'src/old.ts', to: 'fixing' }),
    ).toBe('Fixing: same triage as on src/old.ts')
    expect(historyText({ at: '', what: 'inherited', ref: 'refs/heads/main', to: 'untriaged' })).toBe(
      'Same note as on main',
    )
    expect(historyText({ at: '', what: 'inherited', ref: 'refs/heads/main', to: 'ignored' })).toBe(
      'Ignored: same triage as on main',
    )
  })

  it('names every match that can be wrong, and what people said of it', () => {
    const matched = { at: '', what: 'matched', from: 'app.py:10', to: 'web/app.py:40', scan_id: 7 }
    expect(historyText({ ...matched, reason: 'renamed' })).toBe(
      'Matched after a rename: app.py:10 → web/app.py:40',
    )
    expect(historyText({ ...matched, reason: 'unheard_of' })).toBe('Matched: app.py:10 → web/app.py:40')
    expect(historyText({ at: '', what: 'confirmed', who: 'Jo', note: '12' })).toBe(
      'Jo confirmed it is the same as #12',
    )
    expect(historyText({ at: '', what: 'separated', who: 'Jo', note: '12' })).toBe('Jo separated it from #12')
    expect(historyText({ at: '', what: 'retired', who: 'Jo' })).toBe('Removed: Jo retired the source')
  })

  it('says which of identical matches was ignored, as far as that is known', () => {
    const entry = { at: '', what: 'uncertain', note: '1', scan_id: 7 }
    expect(historyText(entry)).toBe('Uncertain: may be the same as another finding')
    expect(historyText(entry, [identical])).toBe(
      'Uncertain: may be the same as #12. 1 of 2 identical matches was ignored here, and it is unclear which one this is',
    )
  })

  it('shows what it does not know as it stands', () => {
    expect(historyText({ at: '', what: 'moved_elsewhere', who: 'Jo', to: 'a/b.c' })).toBe(
      'Jo moved elsewhere to a/b.c',
    )
    expect(historyText({ at: '', what: 'triaged', to: 'snoozed' })).toBe('Someone marked it as snoozed')
  })

  it('stands newest first, with the unreadable last', () => {
    const history = ['2026-01-01T00:00:00.000Z', 'whenever', '2026-03-01T00:00:00.000Z'].map((at) => ({
      at,
      what: 'found',
    }))
    expect(newestFirst(history).map(({ at }) => at.slice(0, 7))).toEqual(['2026-03', '2026-01', 'wheneve'])
  })
})

describe('what can be undone in the history', () => {
  const later = { ...ignored, at: '2026-11-21T11:00:00.000Z', who: 'Jo', change_id: 'c2' }

  it("is the person's own newest decision of the last day", () => {
    expect(undoableChange([ignored], 'Mina', now)).toBe('c1')
    expect(undoableChange([ignored], 'Jo', now)).toBeUndefined()
    expect(undoableChange([ignored], undefined, now)).toBeUndefined()
    expect(undoableChange([{ ...ignored, at: '2026-11-20T11:59:00.000Z' }], 'Mina', now)).toBeUndefined()
  })

  it('is nothing once someone else decided after it', () => {
    expect(undoableChange([ignored, later], 'Mina', now)).toBeUndefined()
    expect(undoableChange([ignored, later], 'Jo', now)).toBe('c2')
  })

  it('is the one before, once the newest was undone', () => {
    const undone = { at: '2026-11-21T11:30:00.000Z', what: 'undone', who: 'Jo', change_id: 'c2' }
    expect(undoableChange([ignored, later, undone], 'Mina', now)).toBe('c1')
  })

  it('is nothing for an instant that cannot be read', () => {
    expect(undoableChange([{ ...ignored, at: 'soon' }], 'Mina', now)).toBeUndefined()
  })
})
