import { readPackages } from './catalogue.ts'

/** Artefacts of Maven Central, group and artefact. */
export const mavenPackages = readPackages(
  'maven',
  `
org.springframework.boot:spring-boot-starter-web Apache-2.0 3.3.5 3.2.11 2.7.18
org.springframework.boot:spring-boot-autoconfigure Apache-2.0 3.3.5 3.2.11 2.7.18
org.springframework.boot:spring-boot-starter-data-jpa Apache-2.0 3.3.5 2.7.18
org.springframework.boot:spring-boot-starter-security Apache-2.0 3.3.5 2.7.18
org.springframework.boot:spring-boot-starter-actuator Apache-2.0 3.3.5 2.7.18
org.springframework.boot:spring-boot-starter-test Apache-2.0 3.3.5 2.7.18
org.springframework:spring-core Apache-2.0 6.1.14 5.3.39
org.springframework:spring-beans Apache-2.0 6.1.14 5.3.39
org.springframework:spring-context Apache-2.0 6.1.14 5.3.39
org.springframework:spring-web Apache-2.0 6.1.14
org.springframework:spring-webmvc Apache-2.0 6.1.14
org.springframework:spring-jdbc Apache-2.0 6.1.14 5.3.39
org.springframework:spring-tx Apache-2.0 6.1.14
org.springframework:spring-aop Apache-2.0 6.1.14
org.springframework.security:spring-security-core Apache-2.0 6.3.4 5.8.16
org.springframework.security:spring-security-web Apache-2.0 6.3.5 5.8.16
org.springframework.data:spring-data-jpa Apache-2.0 3.3.5
org.springframework.kafka:spring-kafka Apache-2.0 3.2.4
io.micrometer:micrometer-core Apache-2.0 1.13.6
io.micrometer:micrometer-registry-prometheus Apache-2.0 1.13.6
com.fasterxml.jackson.core:jackson-databind Apache-2.0 2.18.1 2.17.2 2.15.4
com.fasterxml.jackson.core:jackson-core Apache-2.0 2.18.1 2.17.2
com.fasterxml.jackson.core:jackson-annotations Apache-2.0 2.18.1 2.17.2
com.fasterxml.jackson.datatype:jackson-datatype-jsr310 Apache-2.0 2.18.1
com.fasterxml.jackson.module:jackson-module-kotlin Apache-2.0 2.18.1
com.google.code.gson:gson Apache-2.0 2.11.0 2.10.1
com.google.guava:guava Apache-2.0 33.3.1-jre 32.1.3-jre
com.google.protobuf:protobuf-java BSD-3-Clause 4.28.3 3.25.5
org.apache.commons:commons-lang3 Apache-2.0 3.18.0
org.apache.commons:commons-text Apache-2.0 1.12.0 1.10.0
org.apache.commons:commons-compress Apache-2.0 1.27.1
org.apache.commons:commons-csv Apache-2.0 1.12.0
org.apache.commons:commons-collections4 Apache-2.0 4.4
commons-io:commons-io Apache-2.0 2.17.0
commons-codec:commons-codec Apache-2.0 1.17.1
commons-beanutils:commons-beanutils Apache-2.0 1.11.0
commons-fileupload:commons-fileupload Apache-2.0 1.6.0
org.apache.httpcomponents:httpclient Apache-2.0 4.5.14
org.apache.httpcomponents.client5:httpclient5 Apache-2.0 5.4.1
org.apache.logging.log4j:log4j-api Apache-2.0 2.24.1 2.17.1
org.apache.logging.log4j:log4j-core Apache-2.0 2.24.1 2.17.1
org.apache.logging.log4j:log4j-slf4j2-impl Apache-2.0 2.24.1
org.slf4j:slf4j-api MIT 2.0.16 1.7.36
ch.qos.logback:logback-classic (EPL-1.0_OR_LGPL-2.1-only) 1.5.13
ch.qos.logback:logback-core (EPL-1.0_OR_LGPL-2.1-only) 1.5.13
org.hibernate.orm:hibernate-core LGPL-2.1-or-later 6.6.2.Final 6.4.10.Final
org.hibernate.validator:hibernate-validator Apache-2.0 8.0.1.Final
jakarta.persistence:jakarta.persistence-api (EPL-2.0_OR_BSD-3-Clause) 3.1.0
jakarta.validation:jakarta.validation-api Apache-2.0 3.1.0
jakarta.servlet:jakarta.servlet-api (EPL-2.0_OR_GPL-2.0-only_WITH_Classpath-exception-2.0) 6.1.0
org.postgresql:postgresql BSD-2-Clause 42.7.4 42.5.6
com.mysql:mysql-connector-j GPL-2.0-only_WITH_Universal-FOSS-exception-1.0 9.1.0
com.h2database:h2 (MPL-2.0_OR_EPL-1.0) 2.3.232
com.zaxxer:HikariCP Apache-2.0 6.1.0 5.1.0
org.flywaydb:flyway-core Apache-2.0 10.21.0
org.liquibase:liquibase-core Apache-2.0 4.30.0
org.jooq:jooq Apache-2.0 3.19.15
org.mybatis:mybatis Apache-2.0 3.5.16
redis.clients:jedis MIT 5.2.0
io.lettuce:lettuce-core MIT 6.5.0.RELEASE
org.apache.kafka:kafka-clients Apache-2.0 3.9.0
com.rabbitmq:amqp-client (MPL-2.0_OR_Apache-2.0) 5.23.0
org.mongodb:mongodb-driver-sync Apache-2.0 5.2.1
org.elasticsearch.client:elasticsearch-rest-client Apache-2.0 8.16.0
io.netty:netty-handler Apache-2.0 4.1.118.Final
io.netty:netty-common Apache-2.0 4.1.118.Final
io.netty:netty-buffer Apache-2.0 4.1.118.Final
io.netty:netty-transport Apache-2.0 4.1.118.Final
io.netty:netty-codec-http Apache-2.0 4.1.118.Final
io.projectreactor:reactor-core Apache-2.0 3.6.11
io.vertx:vertx-core (EPL-2.0_OR_Apache-2.0) 4.5.11
org.eclipse.jetty:jetty-server (EPL-2.0_OR_Apache-2.0) 12.0.15
org.apache.tomcat.embed:tomcat-embed-el Apache-2.0 10.1.33
io.undertow:undertow-core Apache-2.0 2.3.18.Final
com.squareup.okhttp3:okhttp Apache-2.0 4.12.0
com.squareup.okio:okio Apache-2.0 3.9.1
com.squareup.retrofit2:retrofit Apache-2.0 2.11.0
org.jetbrains.kotlin:kotlin-stdlib Apache-2.0 2.0.21 1.9.25
org.jetbrains.kotlinx:kotlinx-coroutines-core Apache-2.0 1.9.0
org.jetbrains.kotlinx:kotlinx-serialization-json Apache-2.0 1.7.3
org.jetbrains.exposed:exposed-core Apache-2.0 0.56.0
io.ktor:ktor-server-core Apache-2.0 3.0.1 2.3.13
io.ktor:ktor-server-netty Apache-2.0 3.0.1
io.ktor:ktor-client-core Apache-2.0 3.0.1
org.yaml:snakeyaml Apache-2.0 2.3 2.2
org.bouncycastle:bcpkix-jdk18on MIT 1.79
io.jsonwebtoken:jjwt-api Apache-2.0 0.12.6
com.auth0:java-jwt MIT 4.4.0
com.nimbusds:nimbus-jose-jwt Apache-2.0 9.47
org.apache.shiro:shiro-core Apache-2.0 2.0.2
org.thymeleaf:thymeleaf Apache-2.0 3.1.2.RELEASE
org.freemarker:freemarker Apache-2.0 2.3.33
org.jsoup:jsoup MIT 1.18.1
org.apache.poi:poi-ooxml Apache-2.0 5.4.0
org.apache.pdfbox:pdfbox Apache-2.0 3.0.3
net.sf.jasperreports:jasperreports LGPL-3.0-only 6.21.3
org.apache.camel:camel-core Apache-2.0 4.8.1
com.amazonaws:aws-java-sdk-s3 Apache-2.0 1.12.778
software.amazon.awssdk:s3 Apache-2.0 2.29.20
com.google.cloud:google-cloud-storage Apache-2.0 2.45.0
com.stripe:stripe-java MIT 28.0.0
org.projectlombok:lombok MIT 1.18.36
org.mapstruct:mapstruct Apache-2.0 1.6.3
io.swagger.core.v3:swagger-annotations Apache-2.0 2.2.26
org.springdoc:springdoc-openapi-starter-webmvc-ui Apache-2.0 2.6.0
org.junit.jupiter:junit-jupiter EPL-2.0 5.11.3
org.mockito:mockito-core MIT 5.14.2
org.assertj:assertj-core Apache-2.0 3.26.3
org.testcontainers:postgresql MIT 1.20.4
com.github.ben-manes.caffeine:caffeine Apache-2.0 3.1.8
org.quartz-scheduler:quartz Apache-2.0 2.5.0
net.bytebuddy:byte-buddy Apache-2.0 1.15.10
org.aspectj:aspectjweaver EPL-2.0 1.9.22.1
`,
)
