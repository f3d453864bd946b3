import { formatDuration } from '@ce/client/format.ts'

/** What an exam page says while something of it has not arrived: by what is in the way, and whether this browser keeps answers when it closes. */
interface Waiting {
  /** the server answers, but with errors: the network is not away */
  faulty: boolean
  /** the device keeps what is not saved */
  keeps: boolean
}

/** The save state in the bar. */
export function unsavedWords({ faulty, keeps }: Waiting): string {
  const cause = faulty ? '服务器暂时出错' : '离线'
  return `${cause}，${keeps ? '答案已保存在本机' : '请勿关闭本页'}`
}

/** The same where an attempt takes no more saves. */
export function spentWords(keeps: boolean): string {
  return keeps ? '已保存在本机，随交卷提交' : '随交卷提交，请勿关闭本页'
}

/** Between handing in and the result. `expired`: by the clock. */
export function endingWords(
  { faulty, keeps }: Waiting,
  expired: boolean,
  sealedSeconds: number,
): string {
  const cause = faulty ? '服务器暂时出错' : '网络不通'
  const until = `${formatDuration(sealedSeconds)}内恢复会自动补交（标记待核查）`
  const stay = keeps ? '请不要关闭本页' : '但本机没有保存，请不要关闭或刷新本页'
  if (expired)
    return `${cause}。您的答案已在截止时封存在${keeps ? '本机' : '本页'}，${stay}：截止后 ${until}；更晚则以此前已上传的答案为准。如考试时间已延长，恢复后可继续作答。`
  return `${cause}，恢复后会自动交卷，答案${keeps ? '已保存在本机' : '还在本页'}，${stay}。若到截止时仍未恢复，答案会封存在${keeps ? '本机' : '本页'}，${until}。`
}

/** Why no new attempt can be begun yet. `satElsewhere`: a page is open that sits the attempt before, and may be asleep. */
export function awaitedWords(waiting: number, satElsewhere: boolean): string {
  if (satElsewhere)
    return `上次考试的页面还在其他标签页或窗口中打开，有 ${waiting} 题作答待其补交。请切换到该页面，或将其关闭由本页补交；有了结果才能开始新的考试。`
  return `上次考试有 ${waiting} 题作答正在补交，有了结果才能开始新的考试。`
}

/** Asked before another page of ours is opened. `lost`: something is not saved, and not kept either. */
export function leavingWords(lost: boolean): string {
  if (lost)
    return '考试不会暂停，计时继续。有作答还没有上传，本机也没有保存：离开后请不要关闭或刷新浏览器，否则这些作答会丢失。请尽量留在本页，等显示“已保存”后再离开。'
  return '考试不会暂停，计时继续；已作答的内容不会丢失，到时系统会自动交卷。您可以随时回到本页继续作答。'
}
