import { afterAll } from 'vitest'
import { closeReused } from './reused-databases.ts'

// Loaded before each file of tests on PostgreSQL.
afterAll(closeReused)
