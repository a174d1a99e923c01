// `npm run build`: builds the dashboard into dist/web and dist/document, the service into dist/server. With
// `--if-stale` up-to-date halves are skipped; `web` or `server` builds only that half.
import { prepareBuild, preparePackages } from './prepare.mjs'

preparePackages()
const words = process.argv.slice(2)
const always = !words.includes('--if-stale')
const halves = /** @type {const} */ (['web', 'server'])
const named = halves.filter((half) => words.includes(half))
const built = (named.length > 0 ? named : halves).map((half) => prepareBuild(half, { always }))
if (built.includes(false)) process.exit(1)
