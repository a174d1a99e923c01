// `npm run build`: the dashboard into dist/web, the service into dist/server.
import { prepareBuild, preparePackages } from './prepare.mjs'

preparePackages()
const built = [prepareBuild('web', { always: true }), prepareBuild('server', { always: true })]
if (built.includes(false)) process.exit(1)
