import { createServer, type Server } from 'node:net'
import type { MessageBook } from './book.ts'
import { parseMail } from './mail.ts'

export interface SmtpLogin {
  user: string
  password: string
}

/** A mail server that accepts everything with the right password (RFC 5321). */
export function createSmtpServer(book: MessageBook, login: SmtpLogin): Server {
  return createServer((socket) => {
    const visit = new Visit(book, login)
    let waiting = ''
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (chunk: string) => {
      const lines = (waiting + chunk).split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) {
        const answer = visit.read(line)
        if (answer === null) socket.destroy()
        else if (answer) socket.write(`${answer}\r\n`)
      }
    })
    socket.write('220 simulator\r\n')
  })
}

class Visit {
  readonly #book: MessageBook
  readonly #proof: string
  #known = false
  #to = ''
  #mail: string[] | null = null

  constructor(book: MessageBook, { user, password }: SmtpLogin) {
    this.#book = book
    this.#proof = Buffer.from(`\0${user}\0${password}`).toString('base64')
  }

  /** @returns the response; empty when none is due; null to cut the connection */
  read(line: string): string | null {
    if (this.#mail) return this.#readMail(this.#mail, line)
    const verb = line.split(' ', 1)[0]?.toUpperCase() ?? ''
    if (verb === 'EHLO') return '250-simulator\r\n250 AUTH PLAIN'
    if (verb === 'QUIT') return '221 bye'
    if (verb === 'AUTH') {
      this.#known = line === `AUTH PLAIN ${this.#proof}`
      return this.#known ? '235 welcome' : '535 wrong'
    }
    if (!this.#known) return '530 who are you'
    if (verb === 'RCPT') this.#to = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb !== 'DATA') return '250 ok'
    this.#mail = []
    return '354 go on'
  }

  #readMail(lines: string[], line: string): string | null {
    if (line !== '.') {
      lines.push(line.replace(/^\./, ''))
      return ''
    }
    this.#mail = null
    const fault = this.#book.fault('EMAIL', this.#to)
    if (fault === 'ERROR') return '451 later'
    if (fault === 'REFUSED') return `550 <${this.#to}> nobody of this name`
    this.#book.take({ channel: 'EMAIL', to: this.#to, ...parseMail(lines) })
    return fault === 'LOST' ? null : '250 taken'
  }
}
