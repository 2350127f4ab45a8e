import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measurement } from '../bench';
import { Child } from '../processes/child';
import { temporaryFolder } from '../processes/folders';
import { atMost } from '../report/section';
import { median } from '../report/statistics';
import type { ListReading } from '../servers/list-reader';

/** As large as the publisher's own. */
const LIST_BYTES = 80_000_000;
/** Every so many parties one has an address, which makes about as many as there are. */
const PARTIES_PER_ADDRESS = 100;
const MEMORY_MEGABYTES_WANTED = 300;
const DELAY_MS_WANTED = 50;
const BYTES_PER_MEGABYTE = 1_000_000;

/** What a new sanctions list costs the payments beside it. */
export const sanctionsList: Measurement = {
  name: 'list',
  title: 'Reading a sanctions list',
  run: async ({ cleanup, progress, scale }) => {
    progress.begin(scale.rounds + 1);
    progress.step('a list');
    const path = join(temporaryFolder(cleanup).path, 'sdn_advanced.xml');
    const bytes = await writeList(path);
    const readings: ListReading[] = [];
    for (let round = 0; round < scale.rounds; round++) {
      progress.step('read it');
      const child = Child.start('servers/list-reader.js', [], cleanup);
      readings.push(await child.ask<ListReading>(path));
      await child.stop();
    }
    const memoryMegabytes = Math.max(...readings.map(({ memoryBytes }) => memoryBytes)) / BYTES_PER_MEGABYTE;
    const delayMs = Math.max(...readings.map((reading) => reading.delayMs));
    return {
      columns: [
        { key: 'megabytes', title: 'MB', format: 'whole' },
        { key: 'addresses', title: 'addresses', format: 'whole' },
        { key: 'seconds', title: 'seconds', format: 'tenths' },
        { key: 'memoryMegabytes', title: 'memory, MB', format: 'whole' },
        { key: 'delayMs', title: 'longest delay of other work, ms', format: 'tenths' },
      ],
      rows: [
        {
          megabytes: bytes / BYTES_PER_MEGABYTE,
          addresses: readings[0]?.addresses ?? null,
          seconds: median(readings.map(({ seconds }) => seconds)),
          memoryMegabytes,
          delayMs,
        },
      ],
      verdicts: [
        atMost('memory to read a list of 80 MB, MB', memoryMegabytes, MEMORY_MEGABYTES_WANTED),
        atMost('longest delay of other work, ms', delayMs, DELAY_MS_WANTED),
      ],
    };
  },
};

/** Writes `SDN_ADVANCED.XML` as the publisher does. */
async function writeList(path: string): Promise<number> {
  const file = await open(path, 'w');
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    bytes += (await file.write(text)).bytesWritten;
  };
  await write(`<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>1</Month><Day>31</Day></DateOfIssue>
  <ReferenceValueSets><FeatureTypeValues>
    <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
    <FeatureType ID="345" FeatureTypeGroupID="1">Digital Currency Address - ETH</FeatureType>
  </FeatureTypeValues></ReferenceValueSets>
  <DistinctParties>
`);
  for (let party = 1; bytes < LIST_BYTES; party++) {
    const isAddress = party % PARTIES_PER_ADDRESS === 0;
    await write(partyOf(party, isAddress ? ['345', `0x${party.toString(16).padStart(40, '0')}`] : ['8', '1970-01-01']));
  }
  await write('  </DistinctParties>\n</Sanctions>\n');
  await file.close();
  return bytes;
}

function partyOf(id: number, [type, detail]: readonly [type: string, detail: string]): string {
  const alias = `<Alias FixedRef="${id}" AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="${id}" FixedRef="${id}"><DocumentedNamePart><NamePartValue NamePartGroupID="${id}" ScriptID="215">Somebody ${id}</NamePartValue></DocumentedNamePart></DocumentedName></Alias>`;
  return `    <DistinctParty FixedRef="${id}"><Comment/><Profile ID="${id}" PartySubTypeID="4">
      <Identity ID="${id}" FixedRef="${id}" Primary="true" False="false">${alias.repeat(6)}</Identity>
      <Feature ID="${id}" FeatureTypeID="${type}"><FeatureVersion ID="${id}" ReliabilityID="1560"><Comment/><VersionDetail DetailTypeID="1432">${detail}</VersionDetail></FeatureVersion></Feature>
    </Profile></DistinctParty>
`;
}
