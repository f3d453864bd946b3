import { createServer, type Server } from 'node:net'
import type { Book } from './book.ts'
import { readMail } from './mail.ts'

export interface Login {
  user: string
  password: string
}

/** A mail server that takes everything from whoever has the password (RFC 5321, AUTH PLAIN). */
export function smtpServer(book: Book, login: Login): Server {
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
  readonly #book: Book
  readonly #proof: string
  #known = false
  #to = ''
  #mail: string[] | null = null

  constructor(book: Book, { user, password }: Login) {
    this.#book = book
    this.#proof = Buffer.from(`\0${user}\0${password}`).toString('base64')
  }

  /** @returns what is answered; empty: nothing yet; null: the line is cut */
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
    this.#book.take({ channel: 'EMAIL', to: this.#to, ...readMail(lines) })
    return fault === 'LOST' ? null : '250 taken'
  }
}
