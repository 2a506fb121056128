"""What the club keeps of a person: forgetting it, and handing it out."""
