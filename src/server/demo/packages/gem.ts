import { readPackages } from './catalogue.ts'

/** Gems. */
export const gemPackages = readPackages(
  'gem',
  `
rails MIT 7.2.2.1 7.1.5.1
activerecord MIT 7.2.2.1 7.1.5.1
activesupport MIT 7.2.2.1 7.1.5.1
actionview MIT 7.2.2.1 7.1.5.1
actionmailer MIT 7.2.2.1 7.1.5.1
activejob MIT 7.2.2.1 7.1.5.1
activemodel MIT 7.2.2.1 7.1.5.1
activestorage MIT 7.2.2.1 7.1.5.1
actioncable MIT 7.2.2.1 7.1.5.1
railties MIT 7.2.2.1 7.1.5.1
sinatra MIT 4.1.1
puma BSD-3-Clause 6.4.3
rack-protection MIT 4.1.1
rack-test MIT 2.1.0
rackup MIT 2.2.1
pg BSD-2-Clause 1.5.9
mysql2 MIT 0.5.6
sqlite3 BSD-3-Clause 2.3.0
redis MIT 5.3.0
sidekiq LGPL-3.0-only 7.3.5
devise MIT 4.9.4
warden MIT 1.2.9
bcrypt MIT 3.1.20
jwt MIT 2.9.3
omniauth MIT 2.1.2
omniauth-oauth2 MIT 1.8.0
pundit MIT 2.4.0
cancancan MIT 3.6.1
kaminari MIT 1.2.2
ransack MIT 4.2.1
friendly_id MIT 5.5.1
paper_trail MIT 16.0.0
carrierwave MIT 3.0.7
mini_magick MIT 5.0.1
image_processing MIT 1.13.0
faraday MIT 2.12.1
httparty MIT 0.22.0
typhoeus MIT 1.4.1
ethon MIT 0.16.0
excon MIT 1.2.0
mechanize MIT 2.12.2
stripe MIT 13.2.0
aws-sdk-s3 Apache-2.0 1.173.0
aws-sdk-core Apache-2.0 3.213.0
google-cloud-storage Apache-2.0 1.54.0
sentry-ruby MIT 5.21.0
sentry-rails MIT 5.21.0
lograge MIT 0.14.0
dotenv MIT 3.1.4
bootsnap MIT 1.18.4
sprockets MIT 4.2.1
sprockets-rails MIT 3.5.2
importmap-rails MIT 2.0.3
turbo-rails MIT 2.0.11
stimulus-rails MIT 1.3.4
jbuilder MIT 2.13.0
haml MIT 6.3.0
slim MIT 5.2.1
sassc-rails MIT 2.1.2
i18n MIT 1.14.6
tzinfo MIT 2.0.6
concurrent-ruby MIT 1.3.4
minitest MIT 5.25.2
rspec MIT 3.13.0
rspec-rails MIT 7.1.0
rspec-core MIT 3.13.2
factory_bot_rails MIT 6.4.4
faker MIT 3.5.1
capybara MIT 3.40.0
selenium-webdriver Apache-2.0 4.27.0
rubocop MIT 1.68.0
rubocop-rails MIT 2.27.0
brakeman CC-BY-NC-SA-4.0 6.2.2
simplecov MIT 0.22.0
webmock MIT 3.24.0
vcr MIT 6.3.1
pry MIT 0.14.2
byebug BSD-2-Clause 11.1.3
zeitwerk MIT 2.7.1
mail MIT 2.8.1
mime-types MIT 3.6.0
globalid MIT 1.2.1
builder MIT 3.3.0
erubi MIT 1.13.0
crass MIT 1.0.6
nio4r MIT 2.7.4
websocket-driver Apache-2.0 0.7.6
thor MIT 1.3.2
rake MIT 13.2.1
bigdecimal Ruby 3.1.8
date Ruby 3.4.1
prawn (Ruby_OR_GPL-2.0-only_OR_GPL-3.0-only) 2.5.0
`,
)
