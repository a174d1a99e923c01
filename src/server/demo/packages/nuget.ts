import { readPackages } from './catalogue.ts'

/** Packages of NuGet. */
export const nugetPackages = readPackages(
  'nuget',
  `
Newtonsoft.Json MIT 13.0.3
Microsoft.EntityFrameworkCore MIT 9.0.0 8.0.11
Microsoft.EntityFrameworkCore.SqlServer MIT 9.0.0 8.0.11
Microsoft.EntityFrameworkCore.Design MIT 9.0.0 8.0.11
Npgsql PostgreSQL 9.0.1
Npgsql.EntityFrameworkCore.PostgreSQL PostgreSQL 9.0.1
Microsoft.AspNetCore.OpenApi MIT 9.0.0
Microsoft.Extensions.Logging MIT 9.0.0 8.0.1
Microsoft.Extensions.DependencyInjection MIT 9.0.0 8.0.1
Microsoft.Extensions.Configuration MIT 9.0.0 8.0.0
Microsoft.Extensions.Hosting MIT 9.0.0 8.0.1
Microsoft.Extensions.Http.Polly MIT 9.0.0
Microsoft.IdentityModel.Tokens MIT 8.2.1
Microsoft.IdentityModel.Abstractions MIT 8.2.1
Dapper Apache-2.0 2.1.35
AutoMapper MIT 13.0.1
MediatR Apache-2.0 12.4.1
FluentValidation Apache-2.0 11.11.0
Serilog Apache-2.0 4.1.0
Serilog.AspNetCore Apache-2.0 8.0.3
Serilog.Sinks.Console Apache-2.0 6.0.0
NLog BSD-3-Clause 5.3.4
Swashbuckle.AspNetCore MIT 7.0.0
Polly BSD-3-Clause 8.5.0
StackExchange.Redis MIT 2.8.16
RabbitMQ.Client (Apache-2.0_OR_MPL-2.0) 7.0.0
Confluent.Kafka Apache-2.0 2.6.1
MassTransit Apache-2.0 8.3.1
Hangfire.Core LGPL-3.0-or-later 1.8.15
Quartz Apache-2.0 3.13.1
Grpc.AspNetCore Apache-2.0 2.66.0
Google.Protobuf BSD-3-Clause 3.28.3
Azure.Storage.Blobs MIT 12.23.0
Azure.Core MIT 1.44.1
AWSSDK.S3 Apache-2.0 3.7.408
AWSSDK.Core Apache-2.0 3.7.400.60
Stripe.net Apache-2.0 47.0.0
OpenTelemetry Apache-2.0 1.10.0
Sentry.AspNetCore MIT 4.13.0
BouncyCastle.Cryptography MIT 2.5.0
BCrypt.Net-Next MIT 4.0.3
System.IdentityModel.Tokens.Jwt MIT 8.2.1
System.Text.RegularExpressions MIT 4.3.1
System.Memory MIT 4.6.0
System.Buffers MIT 4.6.0
CsvHelper (MS-PL_OR_Apache-2.0) 33.0.1
ClosedXML MIT 0.104.1
HtmlAgilityPack MIT 1.11.71
AngleSharp MIT 1.2.0
Humanizer MIT 2.14.1
NodaTime Apache-2.0 3.2.0
xunit Apache-2.0 2.9.2
xunit.runner.visualstudio Apache-2.0 2.8.2
Moq BSD-3-Clause 4.20.72
NSubstitute BSD-3-Clause 5.3.0
FluentAssertions Apache-2.0 6.12.2
coverlet.collector MIT 6.0.2
Testcontainers MIT 4.0.0
`,
)
