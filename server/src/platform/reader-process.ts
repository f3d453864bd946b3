import { type ChildProcess, fork } from 'node:child_process'

/**
 * Starts a script that reads files people send, in a process of its own: a file can be made to take a parser all its
 * memory, and V8 then ends not a thread but the whole process (a thread's own limit does not always hold). What a
 * parser prints is about somebody's file, and goes nowhere.
 * @param memoryMb of its heap
 */
export function startReader(script: URL, memoryMb: number): ChildProcess {
  const child = fork(script, {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // a server that stops does not wait for it
  child.unref()
  child.channel?.unref()
  return child
}

/** What a reading process does with each message; it ends when the server is gone. */
export function onMessage<Message>(heard: (message: Message) => void): void {
  process.on('message', heard)
  process.once('disconnect', () => process.exit())
}

/** To the server that started this process. */
export function tellServer(message: object): void {
  process.send?.(message)
}
