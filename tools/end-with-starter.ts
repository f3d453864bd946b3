/**
 * For `--import` of a process that is of no use without the one that started it: it ends when its standard input, a pipe to the
 * starter, closes – however that one ended.
 */
process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'))
