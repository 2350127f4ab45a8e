import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import { AddressCollector, UnusableListError } from './parsed-list';
import type { ParsedList } from './parsed-list';

/** As the publisher writes it, and as it may be mistyped. */
const DIGITAL_CURRENCY = /^digital currency address\s*[-\u2010-\u2015:]?\s*(\S+)$/i;
const LIKE_DIGITAL_CURRENCY = /digital\s*currenc/i;
const INVISIBLE = /\p{Cf}/gu;
/** Nothing shorter holds an address. */
const LONG_WORD = /[0-9A-Za-z]{32}/;
/** Nothing in these files nests deeper, and no text in them is longer. */
const DEPTH_MAX = 64;
const TEXT_MAX = 1_000_000;

/** Reads the two formats of the publisher as they come, without keeping them. */
export class SdnParser {
  readonly #parser = new SaxesParser();
  readonly #collector = new AddressCollector();
  readonly #path: string[] = [];
  #reader: SdnReader | null = null;
  #text = '';

  constructor() {
    const fail = (reason: string): never => {
      throw new UnusableListError(reason);
    };
    this.#parser.on('error', (error) => fail(`it is no well-formed XML: ${error.message.split('\n')[0]}`));
    this.#parser.on('doctype', () => fail('it has a DOCTYPE, which these lists never have'));
    this.#parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
      if (encoding.toLowerCase() !== 'utf-8') fail(`its encoding is ${encoding}, not UTF-8`);
    });
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('text', (text) => this.#add(text));
    this.#parser.on('cdata', (text) => this.#add(text));
    this.#parser.on('closetag', () => this.#close());
  }

  /** @throws UnusableListError */
  write(text: string): void {
    this.#parser.write(text);
  }

  /** @throws UnusableListError when the file is cut off, or names no address of a digital currency */
  end(): Omit<ParsedList, 'sha256'> {
    this.#parser.close();
    const reader = this.#reader;
    if (reader === null) throw new UnusableListError('it has no root element');
    const { addresses, ignored, ignoredLines, unread } = this.#collector;
    reader.check();
    if (addresses.length + ignored + unread.length === 0) {
      throw new UnusableListError('it names no digital currency address at all');
    }
    const known = addresses.map((each) => ({ ...each, programs: reader.programsOf(each.uid) ?? each.programs }));
    const { format, publishedAt } = reader;
    return { format, publishedAt, addresses: known, ignored, ignoredLines, unread };
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (this.#reader === null) this.#reader = readerOf(local, this.#collector);
    if (this.#path.length >= DEPTH_MAX) throw new UnusableListError(`its elements nest deeper than ${DEPTH_MAX}`);
    this.#path.push(local);
    this.#text = '';
    this.#reader.open(local, attributes);
  }

  #add(text: string): void {
    if (this.#text.length + text.length > TEXT_MAX) throw new UnusableListError('an element of it is too long');
    this.#text += text;
  }

  #close(): void {
    const name = this.#path.pop() ?? '';
    this.#reader?.close(name, this.#text.trim(), { parent: this.#path.at(-1) ?? '', line: this.#parser.line });
    this.#text = '';
  }
}

/** Where an element ends. */
interface Place {
  readonly parent: string;
  readonly line: number;
}

interface SdnReader {
  readonly format: 'SDN' | 'SDN_ADVANCED';
  readonly publishedAt: string | null;
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string, text: string, place: Place): void;
  /** @throws UnusableListError when the file does not hold what it says of itself */
  check(): void;
  /** Programs that are named away from the entry itself. */
  programsOf(uid: string | null): readonly string[] | undefined;
}

function readerOf(root: string, collector: AddressCollector): SdnReader {
  if (root === 'sdnList') return new ClassicReader(collector);
  if (root === 'Sanctions') return new AdvancedReader(collector);
  throw new UnusableListError(`its root element is <${root.slice(0, 40)}>, not <sdnList> or <Sanctions>`);
}

/** `SDN.XML`: flat entries. */
class ClassicReader implements SdnReader {
  readonly format = 'SDN';
  publishedAt: string | null = null;
  #records: number | null = null;
  #entries = 0;
  #uid = '';
  #names: string[] = [];
  #programs: string[] = [];
  #ids: { readonly asset: string; readonly text: string; readonly line: number }[] = [];
  /** Texts beside the addresses that may hold one. */
  #others: string[] = [];
  #asset: string | null = null;
  #number = '';

  constructor(private readonly collector: AddressCollector) {}

  open(name: string): void {
    if (name === 'sdnEntry') {
      [this.#uid, this.#names, this.#programs, this.#ids, this.#others] = ['', [], [], [], []];
    }
    if (name === 'id') [this.#asset, this.#number] = [null, ''];
  }

  close(name: string, text: string, { parent, line }: Place): void {
    if (parent === 'publshInformation') {
      if (name === 'Publish_Date') this.publishedAt = text;
      if (name === 'Record_Count') this.#records = Number(text);
    } else if (parent === 'sdnEntry') {
      if (name === 'uid') this.#uid = text;
      if (name === 'lastName' || name === 'firstName') this.#names.push(text);
    } else if (parent === 'programList') this.#programs.push(text);
    else if (parent === 'id') {
      if (name === 'idType') this.#asset = assetOf(text, line, this.collector);
      if (name === 'idNumber') this.#number = text;
    } else if (name === 'id' && this.#asset !== null) this.#ids.push({ asset: this.#asset, text: this.#number, line });
    if (LONG_WORD.test(text)) this.#others.push(text);
    if (name === 'sdnEntry') this.#end();
  }

  check(): void {
    if (this.#records !== null && this.#records !== this.#entries) {
      throw new UnusableListError(`it has ${this.#entries} entries and says that it has ${this.#records}`);
    }
  }

  programsOf(): undefined {
    return undefined;
  }

  #end(): void {
    this.#entries += 1;
    const entry = { uid: this.#uid, name: this.#names.join(', ') || null, programs: this.#programs };
    for (const { asset, text, line } of this.#ids) this.collector.add(text, line, { ...entry, asset });
    const taken = new Set(this.#ids.map(({ text }) => text));
    for (const text of this.#others) if (!taken.has(text)) this.collector.scan(text, { ...entry, asset: null });
  }
}

/** `SDN_ADVANCED.XML`: features that refer to their types, and sanctions that refer to their parties. */
class AdvancedReader implements SdnReader {
  readonly format = 'SDN_ADVANCED';
  publishedAt: string | null = null;
  readonly #assets = new Map<string, string>();
  readonly #programs = new Map<string, string[]>();
  readonly #issued: string[] = [];
  #featureType: string | null = null;
  #feature: { readonly type: string; hasDetail: boolean } | null = null;
  #isInParty = false;
  #uid = '';
  #profile = '';
  #name: string[] = [];
  #parties = 0;

  constructor(private readonly collector: AddressCollector) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'FeatureType') this.#featureType = attributes['ID'] ?? null;
    if (name === 'DistinctParty') [this.#uid, this.#name, this.#isInParty] = [attributes['FixedRef'] ?? '', [], true];
    if (name === 'Feature') this.#feature = { type: attributes['FeatureTypeID'] ?? '', hasDetail: false };
    if (name === 'SanctionsEntry') this.#profile = attributes['ProfileID'] ?? '';
  }

  close(name: string, text: string, { parent, line }: Place): void {
    if (parent === 'DateOfIssue') this.#date(text);
    if (name === 'FeatureType' && this.#featureType !== null) this.#define(this.#featureType, text, line);
    if (name === 'NamePartValue') this.#name.push(text);
    const asset = this.#feature === null ? undefined : this.#assets.get(this.#feature.type);
    if (name === 'VersionDetail' && asset !== undefined) this.#found(text, line, asset);
    else if (this.#isInParty && LONG_WORD.test(text)) this.#scan(text);
    if (name === 'Feature') {
      // What it names may stand elsewhere, by a reference that is not followed.
      if (asset !== undefined && this.#feature?.hasDetail === false) this.#found('', line, asset);
      this.#feature = null;
    }
    if (name === 'DistinctParty') [this.#parties, this.#isInParty] = [this.#parties + 1, false];
    // Of the measures of an entry, those with a comment name the programs.
    if (name === 'Comment' && parent === 'SanctionsMeasure' && text !== '') this.#program(text);
  }

  check(): void {
    if (this.#assets.size === 0) throw new UnusableListError('it defines no digital currency');
    if (this.#parties === 0) throw new UnusableListError('it has no entries');
  }

  programsOf(uid: string | null): readonly string[] | undefined {
    return uid === null ? undefined : this.#programs.get(uid);
  }

  #define(id: string, text: string, line: number): void {
    const asset = assetOf(text, line, this.collector);
    if (asset !== null && this.#parties > 0) {
      throw new UnusableListError('it defines a digital currency after its entries, which may be of it');
    }
    if (asset !== null) this.#assets.set(id, asset);
    this.#featureType = null;
  }

  #found(text: string, line: number, asset: string): void {
    if (this.#feature !== null) this.#feature.hasDetail = true;
    this.collector.add(text, line, { ...this.#entry(), asset });
    this.#programs.set(this.#uid, []);
  }

  #scan(text: string): void {
    const before = this.collector.addresses.length;
    this.collector.scan(text, { ...this.#entry(), asset: null });
    if (this.collector.addresses.length > before) this.#programs.set(this.#uid, []);
  }

  #entry() {
    return { uid: this.#uid, name: this.#name.join(' ') || null, programs: [] };
  }

  #program(text: string): void {
    const programs = this.#programs.get(this.#profile);
    if (programs !== undefined && !programs.includes(text)) programs.push(text);
  }

  /** Of the list itself: the first date that stands in it. */
  #date(text: string): void {
    if (this.#issued.length >= 3) return;
    this.#issued.push(text.padStart(2, '0'));
    if (this.#issued.length === 3) this.publishedAt = this.#issued.join('-');
  }
}

/** The asset of a type of identification; null when it is no address of a digital currency. */
function assetOf(text: string, line: number, collector: AddressCollector): string | null {
  const clean = text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  const asset = DIGITAL_CURRENCY.exec(clean)?.[1];
  if (asset !== undefined) return asset.toUpperCase();
  if (LIKE_DIGITAL_CURRENCY.test(clean)) collector.cannotRead(text, line);
  return null;
}
