import SparkMD5 from 'spark-md5'

/**
 * The specification's transform (§5): MD5, that hex string reversed, MD5 again; UTF-8, lower-case hex.
 * What travels and what the server hashes is this digest, so complexity can only be checked before it.
 */
export function digestPassword(password: string): string {
  return SparkMD5.hash([...SparkMD5.hash(password)].reverse().join(''))
}

/** Why a new password will not do, in Chinese; null when it will (product §4: 8–20, three of four classes). */
export function passwordProblem(
  password: string,
  person: { phone?: string; idNo?: string } = {},
): string | null {
  if (password.length < 8 || password.length > 20) return '密码应为 8–20 位'
  if (!/^[\x21-\x7e]+$/.test(password)) return '密码只能包含字母、数字和英文符号，不能有空格'
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) =>
    kind.test(password),
  ).length
  if (classes < 3) return '密码应包含大写字母、小写字母、数字、符号中的至少三种'
  const lower = password.toLowerCase()
  if (person.phone && lower.includes(person.phone)) return '密码不能包含手机号'
  if (person.idNo && lower.includes(person.idNo.toLowerCase())) return '密码不能包含证件号'
  return null
}
