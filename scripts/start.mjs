// `npm start`: starts the service with the dashboard and, on an empty database, the demo organization.
import { runtimeOptions } from '../bin/runtime.mjs'
import { become, prepareBuild, preparePackages } from './prepare.mjs'

preparePackages()
if (!prepareBuild('web')) process.exit(1)
become([...runtimeOptions, 'src/server/main.ts', 'serve', ...process.argv.slice(2)], {
  GATEHOUSE_DEMO: process.env['GATEHOUSE_DEMO'] ?? '1',
})
