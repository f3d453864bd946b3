import type { FinanceChannelCheck } from '@ce/client/staff/finance.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export interface ChannelCheckStep {
  name: string
  kind: StatusKind
  label: string
  advice: string | null
}

type Found = Omit<ChannelCheckStep, 'name'>
const fine = (label: string): Found => ({ kind: 'done', label, advice: null })
const wrong = (label: string, advice: string): Found => ({ kind: 'error', label, advice })
const open = (label: string, advice: string): Found => ({ kind: 'warning', label, advice })

const keysAdvice = '请平台运维核对商户号、应用编号与密钥文件是否属于同一商户。'

export function channelCheckSteps(check: FinanceChannelCheck): ChannelCheckStep[] {
  return [
    { name: '渠道应答', ...answerOf(check) },
    { name: '应答签名', ...signatureOf(check) },
    { name: '时钟', ...clockOf(check) },
    { name: '密钥有效期', ...keyStates[check.keyState] },
  ]
}

function answerOf({ answer, code }: FinanceChannelCheck): Found {
  const said = code ? `（${code}）` : ''
  switch (answer) {
    case 'ANSWERED':
      return fine('正常')
    case 'REFUSED':
      return wrong(`渠道拒绝了平台的请求${said}`, keysAdvice)
    case 'UNABLE':
      return open(`渠道暂时不能处理${said}`, '稍后再次自检；持续如此请联系渠道客服。')
    case 'UNREACHABLE':
      return wrong('没有应答', '请平台运维检查服务器到渠道的网络，恢复后再次自检。')
  }
}

const signatures: Readonly<Record<NonNullable<FinanceChannelCheck['signature']>, Found>> = {
  VERIFIED: fine('验证通过'),
  MISSING: wrong('应答没有签名', keysAdvice),
  STALE: wrong('应答的时间与平台相差过大', '请平台运维校准服务器时钟。'),
  UNKNOWN_KEY: wrong('平台没有用于验证该签名的公钥', '请平台运维从商户平台重新下载渠道公钥或证书。'),
  WRONG: wrong('签名不符', '请平台运维核对渠道公钥或证书是否正确。'),
}

function signatureOf({ signature }: FinanceChannelCheck): Found {
  return signature ? signatures[signature] : open('没有应答可验证', '渠道恢复应答后再次自检。')
}

function clockOf({ skewSeconds, clockOff }: FinanceChannelCheck): Found {
  if (skewSeconds === null) return open('渠道没有给出时间', '渠道恢复应答后再次自检。')
  const apart = skewSeconds === 0 ? '一致' : `${skewSeconds > 0 ? '快' : '慢'} ${Math.abs(skewSeconds)} 秒`
  return clockOff
    ? wrong(`平台时钟比渠道${apart}`, '请平台运维校准服务器时钟，相差过大时渠道不接受请求。')
    : fine(skewSeconds === 0 ? '与渠道一致' : `平台时钟比渠道${apart}`)
}

const keyStates: Readonly<Record<FinanceChannelCheck['keyState'], Found>> = {
  VALID: fine('有效'),
  EXPIRES_SOON: open('30 天内到期', '请平台运维在商户平台更换证书，并更新平台的文件。'),
  EXPIRED: wrong('已过期', '请平台运维立即在商户平台更换证书，并更新平台的文件。'),
}

export const channelKeyRoleNames: Readonly<Record<FinanceChannelCheck['keys'][number]['role'], string>> = {
  MERCHANT: '商户密钥',
  CHANNEL: '渠道公钥',
  ROOT: '渠道根证书',
}
