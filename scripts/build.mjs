// `npm run build`: the dashboard into dist/web and dist/document, the service into dist/server.
// With `--if-stale` what is built and current is left; `web` or `server` builds that half alone.
import { prepareBuild, preparePackages } from './prepare.mjs'

preparePackages()
const words = process.argv.slice(2)
const always = !words.includes('--if-stale')
const halves = /** @type {const} */ (['web', 'server'])
const named = halves.filter((half) => words.includes(half))
const built = (named.length > 0 ? named : halves).map((half) => prepareBuild(half, { always }))
if (built.includes(false)) process.exit(1)
