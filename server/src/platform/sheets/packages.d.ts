/** The parts that are used of two packages: what they publish names no types that can be found. */
declare module 'numfmt' {
  interface FormatOptions {
    locale?: string
    nbsp?: boolean
    throws?: boolean
  }
  interface FormatInfo {
    type: string
    scale: number
    maxDecimals: number
  }
  interface FormatDateInfo {
    year: boolean
    month: boolean
    day: boolean
    hours: boolean
    minutes: boolean
    seconds: boolean
  }
  export function format(pattern: string, value: number | string, options?: FormatOptions): string
  export function getFormatInfo(pattern: string): FormatInfo
  export function getFormatDateInfo(pattern: string): FormatDateInfo
  /** what is called how in a language */
  interface LocaleData {
    ddd: string[]
  }
  export function getLocale(tag: string): LocaleData | undefined
  export function addLocale(locale: LocaleData, tag: string): LocaleData
  export function isDateFormat(pattern: string): boolean
}

declare module 'saxen' {
  type Decode = (text: string) => string
  export class Parser {
    on(
      name: 'openTag',
      listen: (
        name: string,
        attributes: () => Record<string, string> | false,
        decode: Decode,
        isEmpty: boolean,
      ) => void,
    ): this
    on(name: 'closeTag', listen: (name: string) => void): this
    on(name: 'text', listen: (text: string) => void): this
    on(name: 'cdata' | 'attention', listen: (text: string) => void): this
    write(xml: string): this
    end(): unknown
  }
}
