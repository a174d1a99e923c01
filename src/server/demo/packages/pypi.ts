import { readPackages } from './catalogue.ts'

/** Packages of the Python Package Index. */
export const pypiPackages = readPackages(
  'pypi',
  `
django BSD-3-Clause 5.1.3 4.2.17 4.2.16
djangorestframework BSD-3-Clause 3.15.2
django-cors-headers MIT 4.6.0
django-filter BSD-3-Clause 24.3
django-environ MIT 0.11.2
flask BSD-3-Clause 3.1.0 3.0.3 2.3.3
flask-cors MIT 5.0.0
flask-login MIT 0.6.3
flask-sqlalchemy BSD-3-Clause 3.1.1
flask-wtf BSD-3-Clause 1.2.2
fastapi MIT 0.115.5 0.110.3
starlette BSD-3-Clause 0.41.3
uvicorn BSD-3-Clause 0.32.0 0.29.0
gunicorn MIT 23.0.0 22.0.0
aiohttp Apache-2.0 3.11.7 3.10.11
httpx BSD-3-Clause 0.27.2
httpcore BSD-3-Clause 1.0.7
h11 MIT 0.16.0
anyio MIT 4.6.2.post1
sniffio (MIT_OR_Apache-2.0) 1.3.1
requests Apache-2.0 2.32.3 2.32.4
urllib3 MIT 2.2.3 1.26.20
certifi MPL-2.0 2024.8.30
idna BSD-3-Clause 3.10
charset-normalizer MIT 3.4.0
sqlalchemy MIT 2.0.36 1.4.54
alembic MIT 1.14.0
psycopg2-binary LGPL-3.0-or-later 2.9.10
psycopg LGPL-3.0-only 3.2.3
asyncpg Apache-2.0 0.30.0
pymongo Apache-2.0 4.10.1
redis MIT 5.2.0 4.6.0
celery BSD-3-Clause 5.4.0
kombu BSD-3-Clause 5.4.2
billiard BSD-3-Clause 4.2.1
amqp BSD-3-Clause 5.3.1
vine BSD-3-Clause 5.1.0
kafka-python Apache-2.0 2.0.2
pydantic MIT 2.10.0 1.10.19
pydantic-core MIT 2.27.0
pydantic-settings MIT 2.6.1
marshmallow MIT 3.23.1
attrs MIT 24.2.0
typing-extensions PSF-2.0 4.12.2
click BSD-3-Clause 8.1.7
typer MIT 0.13.1
rich MIT 13.9.4
jinja2 BSD-3-Clause 3.1.6
markupsafe BSD-3-Clause 3.0.2 2.1.5
werkzeug BSD-3-Clause 3.1.3 3.0.6
itsdangerous BSD-3-Clause 2.2.0
blinker MIT 1.9.0
pyyaml MIT 6.0.2 6.0.1
lxml BSD-3-Clause 5.3.0
beautifulsoup4 MIT 4.12.3
pillow HPND 11.0.0 10.4.0
numpy BSD-3-Clause 2.1.3 1.26.4
pandas BSD-3-Clause 2.2.3
scipy BSD-3-Clause 1.14.1
scikit-learn BSD-3-Clause 1.5.2
matplotlib PSF-2.0 3.9.2
pyarrow Apache-2.0 18.0.0
torch BSD-3-Clause 2.5.1
transformers Apache-2.0 4.48.0
cryptography (Apache-2.0_OR_BSD-3-Clause) 44.0.1
pyjwt MIT 2.10.1
python-jose MIT 3.4.0
pyopenssl Apache-2.0 24.2.1
passlib BSD-3-Clause 1.7.4
bcrypt Apache-2.0 4.2.1
argon2-cffi MIT 23.1.0
paramiko LGPL-2.1-or-later 3.5.0
boto3 Apache-2.0 1.35.66
botocore Apache-2.0 1.35.66
s3transfer Apache-2.0 0.10.4
google-cloud-storage Apache-2.0 2.18.2
google-auth Apache-2.0 2.36.0
protobuf BSD-3-Clause 5.28.3
grpcio Apache-2.0 1.68.0
stripe MIT 11.3.0
sentry-sdk MIT 2.19.0
opentelemetry-api Apache-2.0 1.28.2
prometheus-client Apache-2.0 0.21.0
structlog (MIT_OR_Apache-2.0) 24.4.0
python-dateutil (Apache-2.0_OR_BSD-3-Clause) 2.9.0.post0
pytz MIT 2024.2
tzdata Apache-2.0 2024.2
six MIT 1.16.0
packaging (Apache-2.0_OR_BSD-2-Clause) 24.2
setuptools MIT 75.6.0 70.0.0
wheel MIT 0.45.0
pip MIT 24.3.1
pytest MIT 8.3.3 7.4.4
pytest-cov MIT 6.0.0
pytest-asyncio Apache-2.0 0.24.0
coverage Apache-2.0 7.6.7
tox MIT 4.23.2
mypy MIT 1.13.0
ruff MIT 0.7.4
black MIT 24.10.0
isort MIT 5.13.2
faker MIT 33.0.0
factory-boy MIT 3.3.1
python-dotenv BSD-3-Clause 1.0.1
orjson (Apache-2.0_OR_MIT) 3.10.11
ujson BSD-3-Clause 5.10.0
tornado Apache-2.0 6.4.2
twisted MIT 24.10.0
pyzmq BSD-3-Clause 26.2.0
websockets BSD-3-Clause 14.1
openpyxl MIT 3.1.5
reportlab BSD-3-Clause 4.2.5
weasyprint BSD-3-Clause 63.0
markdown BSD-3-Clause 3.7
pygments BSD-2-Clause 2.18.0
sphinx BSD-2-Clause 8.1.3
`,
)
