/** `npm run bench heartbeat` and its like: what the portal does in a second, against a bare node:http in the same run. */
await import('../bench/run.ts')
