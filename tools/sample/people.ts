import { idCardCheckDigit } from '../../contract/src/text-rules.ts'
import { pinyinOf } from '../../server/src/platform/text/pinyin.ts'
import { mulberry32, pick, permuted, type Random } from './random.ts'

export type SamplePerson = {
  realName: string
  gender: 1 | 2
  phone: string
  idCard: string
  employeeNumber: string
  originUserId: string
  email: string
  userName: string
}

const SEED = 20_261_120

// The hundred and more most frequent surnames in order; the rank gives the
// weight, so that the first three are a fifth of all, as in life.
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛阎雷龙黎史陶贺毛段郝顾龚邵覃武钱戴严莫孔向常汤康易乔牛温单仇解查'
const COMPOUND_SURNAMES = ['欧阳', '上官', '司马', '诸葛', '司徒', '皇甫', '尉迟', '令狐', '慕容', '夏侯', '东方', '公孙']

const MALE_CHARACTERS =
  '伟强磊军洋勇涛超明刚平辉鹏杰峰鑫波斌宇浩凯健俊帆帅旭宁龙林飞建国志华文博瑞晨阳轩泽楠嘉昊天晓毅诚达德栋铎恩法方枫锋富钢高功光广贵海翰豪宏洪鸿厚虎怀淮焕会慧吉纪济继坚江景敬靖炯举君钧俊凯康可坤乐礼力立良亮林麟凌隆禄梁茂民铭木乃能年培沛齐奇启谦乾钦庆权全群仁荣荣儒善绍升生胜盛石士世书顺思松泰腾廷万唯维卫玮蔚武熙翔祥向孝心新信兴雄修旭炎彦业义艺益毅胤英永佑友雨玉元远岳跃云允运展兆哲正政之智忠仲柱卓子宗祖尊'
const FEMALE_CHARACTERS =
  '芳娜敏静丽艳娟秀霞桂英玲红梅燕萍莉倩雪婷颖琳莹慧佳欣怡雯洁琴兰凤珍云玉春菊香月素淑惠晶妍茜秋珊莎锦黛青婉娴瑾露瑶媛雁蓓纨仪荷丹蓉眉君蕊薇菁梦岚苑婕馨瑗琰韵融园艺咏卿聪澜纯毓悦昭冰爽琬茗羽希宁飘育滢馥筠柔竹霭凝晓欢霄枫芸菲寒伊亚宜可姬舒影荔枝思爱蓝碧蕾彤彩翠芬芝芷苓茵莲萱诗语涵雅璐璇琪瑜瑞珠珂玥嫣妙姝娅娥婵嫒嫦恬悠愉楚樱橙沁清漫潇灵烨盈睿秋穗紫红纤绮绿美翎'
const NEUTRAL_CHARACTERS = '文晨雨宇佳嘉子欣思若一安然乐宁清新华云平晓心可林明天月海'

const PHONE_HEADS = (
  '130 131 132 133 134 135 136 137 138 139 147 150 151 152 153 155 156 157 158 159 166 173 175 176 177 178 ' +
  '180 181 182 183 184 185 186 187 188 189 191 193 195 198 199'
).split(' ')
const PHONE_TAILS = 100_000_000

/** Codes of districts and counties, as in divisions.csv. */
export const REGIONS = (
  '110101 110105 110108 120101 130102 140105 150105 210102 220102 230102 310101 310104 310115 320102 320505 330102 ' +
  '330106 330203 340104 350102 350203 360102 370102 410102 420102 420106 430102 440103 440106 440305 440604 450102 ' +
  '460105 500103 510104 510107 520102 530102 540102 610102 620102 630102 640104 650102 321081 411602 430381 420921'
).split(' ')

const SEQUENCES_PER_GENDER = 500 // of the thousand sequence numbers of a day the odd ones are men's, the even ones women's
const BIRTHDAYS = daysFrom(Date.UTC(1960, 0, 1), Date.UTC(2005, 11, 31))
const SURNAME_WHEEL = surnameWheel()
const GIVEN = { 1: [...MALE_CHARACTERS, ...NEUTRAL_CHARACTERS], 2: [...FEMALE_CHARACTERS, ...NEUTRAL_CHARACTERS] }

/** The n-th person, the same in every run; phones, ID numbers and login names are unique for n up to 2 million. */
export function samplePerson(n: number): SamplePerson {
  const random = mulberry32(SEED ^ Math.imul(n, 0x9e3779b1))
  const gender = random() < 0.51 ? 1 : 2
  const realName = nameOf(gender, random)
  const userName = pinyinOf(realName).full + String(n)
  const number = String(n).padStart(7, '0')
  return {
    realName,
    gender,
    phone: phoneOf(n),
    idCard: idCardOf(n, gender),
    employeeNumber: `E${number}`,
    originUserId: `HR${number}`,
    email: `${userName}@hufu.example`,
    userName,
  }
}

/** Two or three characters: five in six names have three, and a compound surname is followed by one character. */
function nameOf(gender: 1 | 2, random: Random): string {
  const surname = pick(SURNAME_WHEEL, random)
  const givenName = pick(GIVEN[gender], random)
  return surname.length > 1 || random() < 1 / 6 ? surname + givenName : surname + givenName + pick(GIVEN[gender], random)
}

function phoneOf(n: number): string {
  const place = permuted(n, PHONE_HEADS.length * PHONE_TAILS)
  const head = PHONE_HEADS[Math.floor(place / PHONE_TAILS)] ?? ''
  return head + String(place % PHONE_TAILS).padStart(8, '0')
}

function idCardOf(n: number, gender: 1 | 2): string {
  const place = permuted(n, REGIONS.length * BIRTHDAYS.length * SEQUENCES_PER_GENDER)
  const day = Math.floor(place / SEQUENCES_PER_GENDER)
  const sequence = (place % SEQUENCES_PER_GENDER) * 2 + (gender === 1 ? 1 : 0)
  const region = REGIONS[Math.floor(day / BIRTHDAYS.length)] ?? ''
  const first17 = region + (BIRTHDAYS[day % BIRTHDAYS.length] ?? '') + String(sequence).padStart(3, '0')
  return first17 + idCardCheckDigit(first17)
}

function daysFrom(first: number, last: number): string[] {
  const aDay = 86_400_000
  const count = (last - first) / aDay + 1
  return Array.from({ length: count }, (_, day) => new Date(first + day * aDay).toISOString().slice(0, 10).replaceAll('-', ''))
}

/** Repeats each surname according to its weight, so that drawing one is a single look-up. */
function surnameWheel(): string[] {
  const frequent = [...SURNAMES].flatMap((surname, rank) => Array<string>(Math.ceil(2000 / (rank + 5))).fill(surname))
  return [...frequent, ...COMPOUND_SURNAMES.flatMap(surname => Array<string>(2).fill(surname))]
}
