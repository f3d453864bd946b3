import { describe, expect, it } from 'vitest'
import { cleanCameraLabel, isVirtualCamera } from './rules/camera-label.ts'
import { allowsGround, comparedOf, comparisonProblem } from './rules/void-grounds.ts'

const nothing = { photo: false, captures: 1 }
const captures = { photo: false, captures: 3 }
const photoOnly = { photo: true, captures: 0 }
const photo = { photo: true, captures: 1 }

describe('what an exam can be compared by', () => {
  it('is a photo beside captures, several captures, or nothing', () => {
    expect([nothing, captures, photoOnly, photo].map(comparedOf)).toEqual([
      'NOTHING',
      'CAPTURES',
      'NOTHING',
      'PHOTO',
    ])
    expect(
      [nothing, captures, photoOnly, photo].map((one) => allowsGround('NOT_PHOTO', one)),
    ).toEqual([false, false, false, true])
    expect(allowsGround('CHANGED', photo)).toBe(false)
    expect(allowsGround('HELPED', photoOnly)).toBe(false)
    expect(allowsGround('ADMITTED', photoOnly)).toBe(true)
  })

  it.each([
    '与头像明显不是同一人',
    '抓拍的人与照片不符',
    '非同一人',
    '不像同一个人',
    '人像与证件照对不上',
  ])('“%s” needs a photo and captures', (reason) => {
    expect(comparisonProblem(reason, nothing)).toMatch(/没有头像/)
    expect(comparisonProblem(reason, photoOnly)).toMatch(/没有可看的抓拍/)
    expect(comparisonProblem(reason, photo)).toBeNull()
  })

  it.each(['本人电话中说明不是自己考的', '照片很清楚，桌上有手机', '替考', '画面中有两个人'])(
    '“%s” compares nothing',
    (reason) => {
      expect(comparisonProblem(reason, nothing)).toBeNull()
    },
  )

  it('among captures needs several of them', () => {
    expect(comparisonProblem('各张抓拍不是同一人', captures)).toBeNull()
    expect(comparisonProblem('各张抓拍不是同一人', nothing)).not.toBeNull()
    expect(comparisonProblem('抓拍与头像不是同一人', captures)).not.toBeNull()
  })
})

describe('a camera’s name', () => {
  it('is kept as one visible line of at most a hundred letters', () => {
    expect(cleanCameraLabel(' Integrated\tCamera \u202e(04f2:b67c)\n')).toBe(
      'Integrated Camera (04f2:b67c)',
    )
    expect(cleanCameraLabel('\u200b\ufeff\0')).toBeNull()
    expect([...(cleanCameraLabel('摄'.repeat(500)) ?? '')]).toHaveLength(100)
    expect(cleanCameraLabel('\ud800Camera')).toBe('Camera')
  })

  it.each([
    'OBS Virtual Camera',
    'ManyCam Video Source',
    'e2eSoft VCam',
    '虚拟摄像头',
    'DroidCam Source 3',
  ])('%s is of a program', (label) => expect(isVirtualCamera(label)).toBe(true))

  it.each([
    'Integrated Camera (04f2:b67c)',
    'camera2 1, facing front',
    '前置相机',
    'USB2.0 HD UVC WebCam',
    'Observatory Cam',
  ])('%s is a device', (label) => expect(isVirtualCamera(label)).toBe(false))
})
