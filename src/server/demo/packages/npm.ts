import { readPackages } from './catalogue.ts'

/** Packages of the npm registry that services and front ends bring along. */
export const npmPackages = readPackages(
  'npm',
  `
react MIT 18.3.1 18.2.0 17.0.2
react-dom MIT 18.3.1 18.2.0 17.0.2
react-router-dom MIT 6.28.0 6.22.3 5.3.4
react-redux MIT 9.1.2 8.1.3
redux MIT 5.0.1 4.2.1
@reduxjs/toolkit MIT 2.3.0 1.9.7
@tanstack/react-query MIT 5.59.20 4.36.1
next MIT 15.1.6 14.2.25 13.5.11
vue MIT 3.5.12 3.4.38 2.7.16
vue-router MIT 4.4.5 3.6.5
pinia MIT 2.2.6
svelte MIT 4.2.19 5.1.9
preact MIT 10.24.3
express MIT 4.21.2 4.21.0 4.18.2
express-session MIT 1.18.1 1.17.3
body-parser MIT 1.20.3 1.20.2
cookie MIT 0.7.2 0.7.1 0.4.1
cookie-parser MIT 1.4.7 1.4.6
cors MIT 2.8.5
helmet MIT 8.0.0 7.1.0
morgan MIT 1.10.0
compression MIT 1.7.5 1.7.4
fastify MIT 5.1.0 4.28.1
@fastify/cors MIT 10.0.1 9.0.1
@fastify/cookie MIT 11.0.1 9.4.0
@fastify/jwt MIT 9.0.1
koa MIT 2.15.3 2.14.2
koa-router MIT 12.0.1
@koa/router MIT 13.1.0
@hapi/hapi BSD-3-Clause 21.3.10
@nestjs/core MIT 10.4.7 10.3.10
@nestjs/common MIT 10.4.7 10.3.10
@nestjs/platform-express MIT 10.4.7
@nestjs/config MIT 3.3.0
@nestjs/jwt MIT 10.2.0
@nestjs/typeorm MIT 10.0.2
typeorm MIT 0.3.20 0.3.17
sequelize MIT 6.37.5 6.35.2
knex MIT 3.1.0 2.5.1
pg MIT 8.13.1 8.11.3
pg-pool MIT 3.7.0 3.6.1
mysql2 MIT 3.11.4 3.9.8
mongodb Apache-2.0 6.10.0 5.9.2
mongoose MIT 8.8.1 7.8.2
prisma Apache-2.0 5.22.0 5.19.1
@prisma/client Apache-2.0 5.22.0 5.19.1
ioredis MIT 5.4.1 5.3.2
redis MIT 4.7.0 4.6.13
kafkajs MIT 2.2.4
amqplib MIT 0.10.4 0.10.3
bullmq MIT 5.25.6
lodash MIT 4.17.21
lodash.merge MIT 4.6.2
lodash.debounce MIT 4.0.8
lodash.get MIT 4.4.2
underscore MIT 1.13.7 1.13.6
ramda MIT 0.30.1
date-fns MIT 4.1.0 3.6.0 2.30.0
dayjs MIT 1.11.13 1.11.10
moment MIT 2.30.1 2.29.4
moment-timezone MIT 0.5.46
luxon MIT 3.5.0
axios MIT 1.7.9 1.8.2
got MIT 14.4.4 11.8.6
node-fetch MIT 3.3.2 2.7.0
undici MIT 6.21.1 5.29.0
cross-fetch MIT 4.0.0
superagent MIT 10.1.1 8.1.2
form-data MIT 4.0.4 4.0.1 3.0.1
qs BSD-3-Clause 6.13.1 6.13.0 6.11.0
jsonwebtoken MIT 9.0.2
jose MIT 5.9.6 4.15.9
jwt-decode MIT 4.0.0 3.1.2
passport MIT 0.7.0
passport-jwt MIT 4.0.1
bcrypt MIT 5.1.1
bcryptjs MIT 2.4.3
argon2 MIT 0.41.1
uuid MIT 11.0.3 9.0.1 8.3.2
nanoid MIT 5.0.9 3.3.8
crypto-js MIT 4.2.0
node-forge (BSD-3-Clause_OR_GPL-2.0) 1.3.1
sharp Apache-2.0 0.33.5
multer MIT 1.4.5-lts.1
formidable MIT 3.5.2 2.1.2
busboy MIT 1.6.0
winston MIT 3.17.0 3.13.0
pino MIT 9.5.0 8.21.0
pino-pretty MIT 11.3.0
debug MIT 4.3.7 4.3.4 2.6.9
chalk MIT 5.3.0 4.1.2 2.4.2
commander MIT 12.1.0 11.1.0 7.2.0
yargs MIT 17.7.2 16.2.0
yargs-parser ISC 21.1.1 20.2.9
minimist MIT 1.2.8
dotenv BSD-2-Clause 16.4.5 16.3.1
zod MIT 3.23.8 3.22.4
ajv MIT 8.17.1 6.12.6
ajv-formats MIT 3.0.1 2.1.1
joi BSD-3-Clause 17.13.3
yup MIT 1.4.0
class-validator MIT 0.14.1
class-transformer MIT 0.5.1
rxjs Apache-2.0 7.8.1 6.6.7
tslib 0BSD 2.8.1 2.6.2 1.14.1
reflect-metadata Apache-2.0 0.2.2 0.1.13
typescript Apache-2.0 5.6.3 5.4.5 4.9.5
ts-node MIT 10.9.2
esbuild MIT 0.24.0 0.19.12
rollup MIT 4.27.3 3.29.5
vite MIT 5.4.11 5.4.14 4.5.5
webpack MIT 5.96.1 5.94.0
webpack-cli MIT 5.1.4
terser BSD-2-Clause 5.36.0 5.19.4
babel-loader MIT 9.2.1
@babel/core MIT 7.26.0 7.24.7
@babel/runtime MIT 7.26.0 7.26.10
@babel/preset-env MIT 7.26.0
@babel/parser MIT 7.26.2 7.24.7
@babel/types MIT 7.26.0 7.24.7
@babel/generator MIT 7.26.2
@babel/helper-plugin-utils MIT 7.25.9
@babel/code-frame MIT 7.26.2 7.24.7
eslint MIT 9.15.0 8.57.1
eslint-plugin-react MIT 7.37.2
eslint-plugin-import MIT 2.31.0
eslint-scope BSD-2-Clause 8.2.0 7.2.2
eslint-visitor-keys Apache-2.0 4.2.0 3.4.3
espree BSD-2-Clause 10.3.0 9.6.1
esquery BSD-3-Clause 1.6.0
estraverse BSD-2-Clause 5.3.0 4.3.0
esutils BSD-2-Clause 2.0.3
acorn MIT 8.14.0 8.11.3
prettier MIT 3.3.3 2.8.8
jest MIT 29.7.0
ts-jest MIT 29.2.5
vitest MIT 2.1.9 1.6.1
mocha MIT 10.8.2
chai MIT 5.1.2 4.5.0
sinon BSD-3-Clause 19.0.2
supertest MIT 7.0.0
nock MIT 13.5.6
cypress MIT 13.16.0
playwright Apache-2.0 1.49.0
@playwright/test Apache-2.0 1.49.0
@testing-library/react MIT 16.0.1 14.3.1
@testing-library/jest-dom MIT 6.6.3
msw MIT 2.6.5
storybook MIT 8.4.4
tailwindcss MIT 3.4.15 3.4.10
postcss MIT 8.4.49 8.4.31
postcss-selector-parser MIT 6.1.2
autoprefixer MIT 10.4.20
sass MIT 1.81.0
less Apache-2.0 4.2.0
styled-components MIT 6.1.13 5.3.11
@emotion/react MIT 11.13.5
@emotion/styled MIT 11.13.5
@mui/material MIT 6.1.7 5.16.7
antd MIT 5.22.2
bootstrap MIT 5.3.3
jquery MIT 3.7.1
d3 ISC 7.9.0
chart.js MIT 4.4.6
three MIT 0.170.0
framer-motion MIT 11.11.17
react-hook-form MIT 7.53.2
formik Apache-2.0 2.4.6
i18next MIT 23.16.5
react-i18next MIT 15.1.1
react-markdown MIT 9.0.1
marked MIT 15.0.2 4.3.0
dompurify (MPL-2.0_OR_Apache-2.0) 3.2.4 2.5.8
sanitize-html MIT 2.13.1
handlebars MIT 4.7.8
ejs Apache-2.0 3.1.10
pug MIT 3.0.3
mustache MIT 4.2.0
nunjucks BSD-2-Clause 3.2.4
cheerio MIT 1.0.0
jsdom MIT 25.0.1 22.1.0
puppeteer Apache-2.0 23.8.0
xml2js MIT 0.6.2
fast-xml-parser MIT 4.5.0 4.4.1
js-yaml MIT 4.1.0 3.14.1
yaml ISC 2.6.1 1.10.2
csv-parse MIT 5.6.0
papaparse MIT 5.4.1
xlsx Apache-2.0 0.20.2
pdfkit MIT 0.15.1
nodemailer MIT-0 6.9.16
socket.io MIT 4.8.1 4.7.5
socket.io-parser MIT 4.2.4
engine.io MIT 6.6.2
ws MIT 8.18.0 7.5.10
graphql MIT 16.9.0 15.9.0
@apollo/server MIT 4.11.2
@apollo/client MIT 3.11.10
graphql-tag MIT 2.12.6
stripe MIT 17.3.1 14.25.0
@stripe/stripe-js MIT 5.1.0
aws-sdk Apache-2.0 2.1692.0
@aws-sdk/client-s3 Apache-2.0 3.693.0 3.598.0
@aws-sdk/client-sqs Apache-2.0 3.693.0
@google-cloud/storage Apache-2.0 7.14.0
@azure/storage-blob MIT 12.25.0
firebase-admin Apache-2.0 13.0.1
@sentry/node MIT 8.38.0 7.119.2
@sentry/react MIT 8.38.0
@opentelemetry/api Apache-2.0 1.9.0
@opentelemetry/sdk-node Apache-2.0 0.54.2
prom-client Apache-2.0 15.1.3
semver ISC 7.6.3 7.5.4 6.3.1
glob ISC 11.0.0 10.4.5 7.2.3
minimatch ISC 9.0.5 5.1.6 3.1.2
brace-expansion MIT 2.0.1 1.1.11
braces MIT 3.0.3
micromatch MIT 4.0.8
picomatch MIT 4.0.2 2.3.1
fill-range MIT 7.1.1
to-regex-range MIT 5.0.1
is-number MIT 7.0.0
fast-glob MIT 3.3.2
globby MIT 14.0.2 11.1.0
rimraf ISC 6.0.1 5.0.10 3.0.2
mkdirp MIT 3.0.1 1.0.4
fs-extra MIT 11.2.0 9.1.0
graceful-fs ISC 4.2.11
tar ISC 7.4.3 6.2.1
adm-zip MIT 0.5.16
archiver MIT 7.0.1
cross-spawn MIT 7.0.6 7.0.5
execa MIT 9.5.1 5.1.1
shelljs BSD-3-Clause 0.8.5
which ISC 5.0.0 2.0.2
ansi-regex MIT 6.1.0 5.0.1
strip-ansi MIT 7.1.0 6.0.1
string-width MIT 7.2.0 4.2.3
wrap-ansi MIT 9.0.0 7.0.0
ms MIT 2.1.3 2.0.0
safe-buffer MIT 5.2.1 5.1.2
iconv-lite MIT 0.6.3 0.4.24
inherits ISC 2.0.4
once ISC 1.4.0
wrappy ISC 1.0.2
readable-stream MIT 4.5.2 3.6.2 2.3.8
through2 MIT 4.0.2
end-of-stream MIT 1.4.4
pump MIT 3.0.2
async MIT 3.2.6 2.6.4
bluebird MIT 3.7.2
p-limit MIT 6.1.0 3.1.0
p-queue MIT 8.0.1
event-target-shim MIT 6.0.2
eventemitter3 MIT 5.0.1 4.0.7
immer MIT 10.1.1 9.0.21
immutable MIT 5.0.2 4.3.7
classnames MIT 2.5.1
clsx MIT 2.1.1
prop-types MIT 15.8.1
hoist-non-react-statics BSD-3-Clause 3.3.2
loose-envify MIT 1.4.0
js-tokens MIT 9.0.1 4.0.0
object-assign MIT 4.1.1
scheduler MIT 0.23.2
csstype MIT 3.1.3
browserslist MIT 4.24.2 4.23.1
caniuse-lite CC-BY-4.0 1.0.30001680
electron-to-chromium ISC 1.5.63
core-js MIT 3.39.0 2.6.12
regenerator-runtime MIT 0.14.1
@types/node MIT 22.9.1 20.17.6 18.19.64
@types/react MIT 18.3.12
@types/express MIT 5.0.0 4.17.21
@types/jest MIT 29.5.14
@types/lodash MIT 4.17.13
@typescript-eslint/parser BSD-2-Clause 8.15.0 7.18.0
@typescript-eslint/eslint-plugin MIT 8.15.0 7.18.0
path-to-regexp MIT 8.2.0 6.3.0 0.1.12
send MIT 0.19.0 0.18.0
serve-static MIT 1.16.2
finalhandler MIT 1.3.1
on-finished MIT 2.4.1
mime MIT 4.0.4 1.6.0
mime-types MIT 2.1.35
negotiator MIT 1.0.0 0.6.3
accepts MIT 1.3.8
type-is MIT 1.6.18
vary MIT 1.1.2
etag MIT 1.8.1
fresh MIT 0.5.2
http-errors MIT 2.0.0
statuses MIT 2.0.1
raw-body MIT 2.5.2
bytes MIT 3.1.2
depd MIT 2.0.0
destroy MIT 1.2.0
ee-first MIT 1.1.1
encodeurl MIT 2.0.0
escape-html MIT 1.0.3
parseurl MIT 1.3.3
proxy-addr MIT 2.0.7
ipaddr.js MIT 2.2.0 1.9.1
forwarded MIT 0.2.0
follow-redirects MIT 1.15.9 1.15.6
http-proxy-middleware MIT 3.0.3 2.0.7
http-cache-semantics BSD-2-Clause 4.1.1
https-proxy-agent MIT 7.0.5 5.0.1
agent-base MIT 7.1.1 6.0.2
tough-cookie BSD-3-Clause 5.0.0 4.1.4
json5 MIT 2.2.3
loader-utils MIT 3.3.1 2.0.4
nth-check BSD-2-Clause 2.1.1
word-wrap MIT 1.2.5
ip-regex MIT 5.0.0
validator MIT 13.12.0
`,
)
