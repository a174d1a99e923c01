import { afterAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { forced } from '../../../testing/stress/repetitions.ts'
import { type BranchSetup, branchSetups, expectedOf } from './branch-setups.ts'
import { lineFormats } from './formats/all.ts'
import type { Format, LineFormat } from './formats/format.ts'
import { play } from './play.ts'
import type { Repository } from './repository.ts'
import type { Scenario, Step } from './scenario.ts'
import { type Subject, subjectOf } from './subjects.ts'
import { TestProject } from './test-project.ts'

/** A scenario of flaws in lines, written in terms of the subject of a format. */
export interface LineScenario extends Omit<Scenario<Repository, LineFormat>, 'history'> {
  before(subject: Subject): Repository
  steps(subject: Subject): readonly Step<Repository>[]
}

/** Makes a test of each scenario in each format of flaws in lines, named after what a person expects. */
export function testAll(scenarios: readonly LineScenario[]): void {
  testIn(
    lineFormats,
    scenarios.map(({ before, steps, ...scenario }) => ({
      ...scenario,
      history: (format: LineFormat) => {
        const subject = subjectOf(format)
        return { before: before(subject), steps: steps(subject) }
      },
    })),
  )
}

/** How many of the formats whose findings are recognized in the same way share a scenario among them. */
const sharing = forced(1) > 1 ? 1 : 4

/**
 * Makes a test of each scenario in each of these formats. The first format of those whose findings are recognized in the
 * same way plays it on every branch setup, the others on one branch: which branches are scanned does not matter to the
 * reader of a format. Nor do variants, which the first format of those that send the same alone plays. Each of the others
 * plays a quarter of the scenarios, one after the other's; all of them where more is forced.
 */
export function testIn<State, F extends Format<State>>(
  formats: readonly F[],
  scenarios: readonly Scenario<State, F>[],
): void {
  const played = new Set<string>()
  const sent = new Set<string>()
  for (const [place, format] of formats.entries()) {
    const identity = identityOf(format)
    const isFirst = !played.has(identity)
    const setups = isFirst ? branchSetups : branchSetups.slice(0, 1)
    played.add(identity)
    const content = contentOf(format)
    const playsVariants = !sent.has(content)
    sent.add(content)
    const own = scenarios.filter((_, index) => isFirst || (index + place) % sharing === 0)
    const tests = own.flatMap((scenario) => {
      const expected = playsVariants || !scenario.isVariant ? scenario.expects(format) : null
      return expected === null ? [] : [{ scenario, expected }]
    })
    // A group without a test fails.
    if (tests.length === 0) continue
    describe(format.name, () => {
      const service = sharedService()
      for (const [index, { scenario, expected }] of tests.entries())
        test(`${format.name}: ${scenario.name} → ${expected.words}`, async () =>
          playAll(await service(), `acme/${index}`, scenario, format, setups))
    })
  }
}

/** By what the findings of a format are recognized. */
function identityOf<State>({
  issueTypes,
  sends,
}: Format<State> & Partial<Pick<LineFormat, 'sends'>>): string {
  return JSON.stringify([issueTypes, sends?.code, sends?.fingerprint, sends?.secret])
}

/** What a format sends of a finding. */
function contentOf<State>({ issueTypes, sends }: Format<State> & Partial<Pick<LineFormat, 'sends'>>): string {
  return JSON.stringify([issueTypes, sends])
}

/** A service for the tests of a group: to start one takes as long as to play a scenario. */
export function sharedService(): () => Promise<TestService> {
  let service: Promise<TestService> | undefined
  let close = async () => {}
  afterAll(() => close())
  return () => {
    service ??= startTestService({
      whenDone: (closing) => {
        close = closing
      },
    })
    return service
  }
}

/** Makes projects for the tests of a file: those of a format share a service. */
export function sharedProjects() {
  const services = new Map<string, Promise<TestService>>()
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })
  let projects = 0
  return async <State>(format: Format<State>): Promise<TestProject<State>> => {
    const service =
      services.get(format.name) ?? startTestService({ whenDone: (close) => closing.push(close) })
    services.set(format.name, service)
    return new TestProject<State>(await service, format, `acme/${projects++}`)
  }
}

async function playAll<State, F extends Format<State>>(
  service: TestService,
  name: string,
  scenario: Scenario<State, F>,
  format: F,
  setups: readonly BranchSetup[],
) {
  const wrong: string[] = []
  for (const setup of scenario.isVariant ? setups.slice(0, 2) : setups) {
    const expected = expectedOf(scenario, format, setup)
    if (expected === null) continue
    const project = new TestProject<State>(service, format, `${name}/${setup.name}`)
    const seen = await play(project, format, scenario.history(format), setup, expected).catch(String)
    if (seen !== expected.words) wrong.push(`${setup.name}: expected ${expected.words}, but ${seen}`)
  }
  expect(wrong, wrong.join('; ')).toEqual([])
}
