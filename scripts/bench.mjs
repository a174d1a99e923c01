// `npm run bench`: measures the production builds (`npm run bench -- page` runs only one benchmark).
import { become, prepareBuild, preparePackages } from './prepare.mjs'

preparePackages()
if (!prepareBuild('web') || !prepareBuild('server')) process.exit(1)
become(['--disable-warning=ExperimentalWarning', 'bench/main.ts', ...process.argv.slice(2)])
