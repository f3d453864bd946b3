/** A number as a sheet holds it: without spaces, and without the mark that makes it a text. */
export function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s'`’‘\p{Cf}]/gu, '')
    .toUpperCase()
}

/** What is wrong with a number, with what to do where Excel kept fifteen figures of it. */
export function wrongNumber(problem: string, no: string): string {
  return /E\+|000$/.test(no) ? `${problem}；请把这一列设为“文本”再填` : problem
}
