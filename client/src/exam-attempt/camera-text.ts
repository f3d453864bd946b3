import { isMobile, type VisitorDevice } from '@ce/contract/mobile'
import { isInWechat } from '../payment/in-browser.ts'
import type { CameraProblem } from './camera.ts'

/** The advice depends on the device, because a phone has no USB plug, for example. */
type CameraPlace = 'DESK' | 'PHONE' | 'IPHONE' | 'WECHAT'

/** WeChat on a computer counts as a desktop. @param visitor the browser's `navigator` */
export function cameraPlace(visitor: Omit<VisitorDevice, 'cookie'>): CameraPlace {
  if (!isMobile(visitor)) return 'DESK'
  if (isInWechat(visitor.userAgent)) return 'WECHAT'
  // An iPad may claim to be a Mac.
  return /iPhone|iPad|iPod|Macintosh/.test(visitor.userAgent) ? 'IPHONE' : 'PHONE'
}

type Words = Record<CameraProblem, string>

const deskTitles: Words = {
  none: '没有找到摄像头',
  refused: '摄像头没有获得授权',
  insecure: '当前页面不能使用摄像头',
  busy: '摄像头正被其他程序占用',
  'enumeration-failed': '无法读取本机的摄像头列表',
  failed: '摄像头打不开',
  black: '摄像头打开了，但画面是全黑的',
  lost: '摄像头已断开',
}

const phoneTitles: Words = {
  ...deskTitles,
  busy: '摄像头正被其他应用占用',
  'enumeration-failed': '浏览器没有给出手机的摄像头',
  lost: '摄像头的画面中断了',
}

const deskHelp: Words = {
  none: '请接好摄像头：台式机检查 USB 插头，笔记本检查摄像头开关或遮挡片',
  refused: '请点击浏览器地址栏左侧的图标，把“摄像头”改为“允许”；Windows 还需在“设置 › 隐私 › 摄像头”中允许浏览器使用',
  insecure:
    '浏览器只允许安全连接（网址以 https:// 开头）使用摄像头。请核对网址，或换用新版 Chrome、Edge、360 浏览器（极速模式）打开',
  busy: '请关闭微信、钉钉、腾讯会议等正在使用摄像头的程序或其他网页',
  'enumeration-failed': '可能被安全软件拦截或浏览器异常。请关闭浏览器重新打开本页，或暂时允许安全软件的摄像头访问提示',
  failed: '请拔下摄像头重新插好，或重启浏览器',
  black: '请打开镜头盖或遮挡片，把灯打开；仍然全黑的，关闭正在使用摄像头的其他程序',
  lost: '请重新接好摄像头',
}

const phoneHelp: Words = {
  none: '这台设备没有可用的摄像头，请换一台手机',
  refused:
    '请在浏览器菜单的“设置 › 网站设置”里把“相机”改为“允许”；仍然不行的，到手机“设置 › 应用 › 浏览器 › 权限”中允许',
  insecure: '浏览器只允许安全连接（网址以 https:// 开头）使用摄像头。请核对网址，或换用手机自带的浏览器打开',
  busy: '请结束通话，退出正在使用摄像头的应用（微信视频、腾讯会议、相机、手电筒等）',
  'enumeration-failed': '请完全退出浏览器后重新打开本页',
  failed: '请完全退出浏览器或重启手机，回到本页',
  black: '请擦净镜头，移开手机壳或手指，到亮处再试；仍然全黑的，退出正在使用摄像头的应用',
  lost: '来电、切换到其他应用、锁屏或转动手机时，摄像头可能被停用。请回到本页，竖着拿稳手机',
}

const iphoneHelp: Words = {
  ...phoneHelp,
  refused: '请到手机“设置 › Safari 浏览器 › 相机”中选“允许”；用其他浏览器的，到“设置 › 该浏览器”中打开“相机”',
}

const wechatHelp: Words = {
  ...phoneHelp,
  refused:
    '请在手机“设置 › 应用 › 微信 › 权限”（苹果手机：“设置 › 微信”）里允许使用相机，再回到本页；仍然不行的，点右上角“…”，选择“在浏览器打开”',
  insecure: '请点微信右上角“…”，选择“在浏览器打开”，在浏览器里登录',
  busy: '请结束微信里的语音、视频通话和其他通话，退出正在使用摄像头的应用',
  'enumeration-failed': '请退出微信重新打开本页，或点右上角“…”，选择“在浏览器打开”',
  failed: '请退出微信或重启手机，或点右上角“…”，选择“在浏览器打开”',
}

const titles: Record<CameraPlace, Words> = {
  DESK: deskTitles,
  PHONE: phoneTitles,
  IPHONE: phoneTitles,
  WECHAT: phoneTitles,
}
const help: Record<CameraPlace, Words> = {
  DESK: deskHelp,
  PHONE: phoneHelp,
  IPHONE: iphoneHelp,
  WECHAT: wechatHelp,
}

/** Names the problem of the camera check (docs/rules/exam.md#camera). */
export function cameraTitle(problem: CameraProblem, place: CameraPlace): string {
  return titles[place][problem]
}

/** @param again label of the retry button */
export function cameraHelp(problem: CameraProblem, place: CameraPlace, again: string): string {
  return `${help[place][problem]}，然后点“${again}”。`
}
