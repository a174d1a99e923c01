import { readPackages } from './catalogue.ts'

/** Crates. */
export const cargoPackages = readPackages(
  'cargo',
  `
serde (MIT_OR_Apache-2.0) 1.0.215 1.0.210
serde_json (MIT_OR_Apache-2.0) 1.0.133 1.0.128
serde_derive (MIT_OR_Apache-2.0) 1.0.215 1.0.210
tokio-util MIT 0.7.12
tokio-stream MIT 0.1.16
futures (MIT_OR_Apache-2.0) 0.3.31
futures-util (MIT_OR_Apache-2.0) 0.3.31
async-trait (MIT_OR_Apache-2.0) 0.1.83
axum MIT 0.7.9 0.6.20
actix-web (MIT_OR_Apache-2.0) 4.9.0
tower MIT 0.5.1
tower-http MIT 0.6.2
reqwest (MIT_OR_Apache-2.0) 0.12.9 0.11.27
hyper-util MIT 0.1.10
http (MIT_OR_Apache-2.0) 1.1.0 0.2.12
bytes MIT 1.8.0
rustls-pemfile (Apache-2.0_OR_ISC_OR_MIT) 2.2.0
webpki-roots MPL-2.0 0.26.6
native-tls (MIT_OR_Apache-2.0) 0.2.12
sqlx (MIT_OR_Apache-2.0) 0.8.2
diesel (MIT_OR_Apache-2.0) 2.2.4
tokio-postgres (MIT_OR_Apache-2.0) 0.7.12
redis BSD-3-Clause 0.27.5
rdkafka MIT 0.36.2
uuid (Apache-2.0_OR_MIT) 1.11.0
jsonwebtoken MIT 9.3.0
argon2 (MIT_OR_Apache-2.0) 0.5.3
sha2 (MIT_OR_Apache-2.0) 0.10.8
hmac (MIT_OR_Apache-2.0) 0.12.1
aes-gcm (Apache-2.0_OR_MIT) 0.10.3
rand (MIT_OR_Apache-2.0) 0.8.5
rand_core (MIT_OR_Apache-2.0) 0.6.4
getrandom (MIT_OR_Apache-2.0) 0.2.15
base64 (MIT_OR_Apache-2.0) 0.22.1 0.21.7
hex (MIT_OR_Apache-2.0) 0.4.3
thiserror (MIT_OR_Apache-2.0) 2.0.3 1.0.69
anyhow (MIT_OR_Apache-2.0) 1.0.93
tracing MIT 0.1.40
log (MIT_OR_Apache-2.0) 0.4.22
env_logger (MIT_OR_Apache-2.0) 0.11.5
clap (MIT_OR_Apache-2.0) 4.5.21
clap_derive (MIT_OR_Apache-2.0) 4.5.18
config (MIT_OR_Apache-2.0) 0.14.1
toml (MIT_OR_Apache-2.0) 0.8.19
serde_yaml (MIT_OR_Apache-2.0) 0.9.34+deprecated
once_cell (MIT_OR_Apache-2.0) 1.20.2
parking_lot (MIT_OR_Apache-2.0) 0.12.3
dashmap MIT 6.1.0
rayon (MIT_OR_Apache-2.0) 1.10.0
crossbeam-channel (MIT_OR_Apache-2.0) 0.5.15
crossbeam-utils (MIT_OR_Apache-2.0) 0.8.20
itertools (MIT_OR_Apache-2.0) 0.13.0
indexmap (Apache-2.0_OR_MIT) 2.6.0
hashbrown (MIT_OR_Apache-2.0) 0.15.2
syn (MIT_OR_Apache-2.0) 2.0.89 1.0.109
quote (MIT_OR_Apache-2.0) 1.0.37
proc-macro2 (MIT_OR_Apache-2.0) 1.0.92
unicode-ident ((MIT_OR_Apache-2.0)_AND_Unicode-3.0) 1.0.14
libc (MIT_OR_Apache-2.0) 0.2.164
cfg-if (MIT_OR_Apache-2.0) 1.0.0
bitflags (MIT_OR_Apache-2.0) 2.6.0 1.3.2
memchr (Unlicense_OR_MIT) 2.7.4
aho-corasick (Unlicense_OR_MIT) 1.1.3
rust_decimal MIT 1.36.0
prost Apache-2.0 0.13.3
tonic MIT 0.12.3
criterion (Apache-2.0_OR_MIT) 0.5.1
proptest (MIT_OR_Apache-2.0) 1.5.0
tempfile (MIT_OR_Apache-2.0) 3.14.0
zip MIT 2.3.0
`,
)
