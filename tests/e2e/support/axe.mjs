// axe on the page as it stands, with what it found in words.
import AxeBuilder from "@axe-core/playwright";

/** Violations of WCAG and best practice, one line each; none if all is well. */
export async function axeFindings(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")} ${node.any.map((check) => check.message).join("; ")}`),
  );
}
