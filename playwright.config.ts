import { defineConfig } from '@playwright/test';

/** One runner for everything: pure tests, real processes and real browsers. Two cores, so two workers. */
export default defineConfig({
  testDir: '.',
  testMatch: ['test/**/*.{test,spec}.ts', 'probes/**/*.test.ts'],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  reporter: process.env.CI ? [['list']] : [['dot']],
  forbidOnly: !!process.env.CI,
});
