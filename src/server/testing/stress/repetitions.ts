const input = process.env['GATEHOUSE_FORCE_TIMES'] ?? '1'
if (!/^[1-9]\d{0,3}$/.test(input)) throw new Error('GATEHOUSE_FORCE_TIMES must be a number from 1 to 9999.')
const times = Number(input)

/**
 * How often something is tried: `count` times, and `GATEHOUSE_FORCE_TIMES` as often where that is set, so that
 * everything that is tried by force can be tried a hundred times as often by one command.
 */
export const forced = (count: number): number => count * times
