/** Ends the process when its standard input closes, so it never outlives its starter. */
process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'))
