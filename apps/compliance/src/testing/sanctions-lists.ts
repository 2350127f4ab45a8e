/** An address that is to be on a list. */
export interface Named {
  readonly uid: string;
  readonly name: string;
  readonly program: string;
  readonly asset: string;
  readonly address: string;
}

export const LISTED_EVM: Named = {
  uid: '12345',
  name: 'EXAMPLE, Mixer',
  program: 'CYBER2',
  asset: 'ETH',
  address: '0x8589427373D6D84E98730D7795D8f6f8731FDA16',
};
export const LISTED_SOLANA: Named = {
  uid: '23456',
  name: 'EXAMPLE, Exchange',
  program: 'RUSSIA-EO14024',
  asset: 'SOL',
  address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
};
export const LISTED_BITCOIN: Named = {
  ...LISTED_EVM,
  uid: '34567',
  asset: 'XBT',
  address: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C',
};
const NAMED = [LISTED_EVM, LISTED_SOLANA, LISTED_BITCOIN];

/** `SDN.XML`, as the publisher writes it. */
export function classicList(named: readonly Named[] = NAMED, count = named.length): string {
  const entries = named.map(
    ({ uid, name, program, asset, address }) => `  <sdnEntry>
    <uid>${uid}</uid>
    <lastName>${name.split(', ')[0]}</lastName>
    <firstName>${name.split(', ')[1]}</firstName>
    <sdnType>Individual</sdnType>
    <programList><program>${program}</program></programList>
    <idList>
      <id><uid>1</uid><idType>Passport</idType><idNumber>A0123456</idNumber></id>
      <id><uid>2</uid><idType>Digital Currency Address - ${asset}</idType><idNumber> ${address} </idNumber></id>
    </idList>
  </sdnEntry>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>01/31/2026</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>
${entries.join('\n')}
</sdnList>
`;
}

/** `SDN_ADVANCED.XML`, as the publisher writes it. */
export function advancedList(named: readonly Named[] = NAMED): string {
  return [...advancedListParts(named)].join('');
}

/** The same in parts, for lists that are too large to be kept. */
export function* advancedListParts(named: Iterable<Named>): Generator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>1</Month><Day>31</Day></DateOfIssue>
  <ReferenceValueSets><FeatureTypeValues>
    <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
    <FeatureType ID="344" FeatureTypeGroupID="1">Digital Currency Address - XBT</FeatureType>
    <FeatureType ID="345" FeatureTypeGroupID="1">Digital Currency Address - ETH</FeatureType>
    <FeatureType ID="1167" FeatureTypeGroupID="1">Digital Currency Address - SOL</FeatureType>
  </FeatureTypeValues></ReferenceValueSets>
  <DistinctParties>
`;
  const measures: string[] = [];
  const features: Readonly<Record<string, string>> = { XBT: '344', ETH: '345', SOL: '1167' };
  for (const { uid, name, program, asset, address } of named) {
    yield `    <DistinctParty FixedRef="${uid}"><Comment/><Profile ID="${uid}" PartySubTypeID="4">
      <Identity><Alias><DocumentedName><DocumentedNamePart><NamePartValue>${name}</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>
      <Feature ID="1" FeatureTypeID="8"><FeatureVersion><VersionDetail>31 Jan 1970</VersionDetail></FeatureVersion></Feature>
      <Feature ID="2" FeatureTypeID="${features[asset]}"><FeatureVersion><VersionDetail DetailTypeID="1432">${address}</VersionDetail></FeatureVersion></Feature>
    </Profile></DistinctParty>
`;
    if (measures.length < 1_000) {
      measures.push(`    <SanctionsEntry ID="${uid}" ProfileID="${uid}" ListID="1550">
      <SanctionsMeasure ID="1" SanctionsTypeID="1"><Comment>${program}</Comment></SanctionsMeasure>
    </SanctionsEntry>
`);
    }
  }
  yield `  </DistinctParties>
  <SanctionsEntries>
${measures.join('')}  </SanctionsEntries>
</Sanctions>
`;
}
