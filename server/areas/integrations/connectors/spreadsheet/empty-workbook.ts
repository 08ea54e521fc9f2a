import { encodeText } from './xml.ts';
import type { Part } from './zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const emptySheet = `${declaration}<worksheet xmlns="${main}"><sheetData/></worksheet>`;

const styles =
  `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The parts of a workbook with one empty sheet that all programs require. */
export function emptyParts(sheet: string): Map<string, Part> {
  const texts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${officeTypes}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${officeTypes}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${officeTypes}.styles+xml"/></Types>`,
    '_rels/.rels':
      `<Relationships xmlns="${packageRelations}">` +
      `<Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>` +
      `<sheet name="${encodeText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${packageRelations}">` +
      `<Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': emptySheet,
    'xl/styles.xml': declaration + styles,
  };
  const modifiedAt = new Date();
  const entries = Object.entries(texts);
  return new Map(
    entries.map(([name, text]) => {
      const whole = text.startsWith(declaration) ? text : declaration + text;
      return [name, { bytes: Buffer.from(whole), isCompressed: true, modifiedAt }];
    }),
  );
}
