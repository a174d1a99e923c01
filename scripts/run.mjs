// Runs a script of the project under the pinned Node: `node scripts/run.mjs FILE [ARGUMENT…]`.
import { become, preparePackages } from './prepare.mjs'

preparePackages()
become(['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)])
