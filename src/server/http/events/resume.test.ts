import { expect, it } from 'vitest'
import { dataFolder, serveFor } from '#server/testing/command-line.ts'
import { requestJson, scanFile, sendRequest, token } from '#server/testing/stress/promises.ts'
import { follow } from './testing/follow.ts'

const triage = (id: number, note: string) =>
  JSON.stringify({ issue_type: 'sast', issue_ids: [id], new_note: note })

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'goes on after the last event across a restart by %s',
  async (signal) => {
    const folder = await dataFolder()
    const start = () => serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
    let served = await start()
    await requestJson(served, 'POST', 'scans?project=acme/shop', scanFile)
    const first = await follow(served)
    const { id } = await first.next()
    first.stop.abort()
    // Nobody listens, and the service may end before it would tell of these.
    for (const finding of [3, 4, 7])
      await requestJson(served, 'POST', 'triage', triage(finding, 'while away'))
    await served.stop(signal)
    served = await start()
    await requestJson(served, 'POST', 'triage', triage(9, 'after the start'))

    const again = await follow(served, id)
    const missed = new Set<unknown>()
    let newest = ''
    while (missed.size < 4) {
      const { event, data, id: at } = await again.next()
      expect(event).toBe('finding.changed')
      for (const one of [data['ids']].flat()) missed.add(one)
      newest = at
    }
    expect([...missed].toSorted()).toEqual([3, 4, 7, 9])
    again.stop.abort()
    // What was read once does not come again.
    const last = await follow(served, newest)
    await requestJson(served, 'POST', 'triage', triage(11, 'more'))
    expect(await last.next()).toMatchObject({ event: 'finding.changed', data: { ids: [11] } })
    last.stop.abort()
    expect((await (await follow(served, String(Number(newest) + 1000))).next()).event).toBe('reset')
    expect((await sendRequest(served, 'GET', 'findings/facets')).status).toBe(200)
    expect(await served.stop()).toBe(0)
  },
)
