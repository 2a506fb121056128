# For those who have make; everything here is one command of its own.
.PHONY: run test bench lock

run test bench:
	./run $(filter-out run,$@)

# Needs uv. The oldest Python is named: a lock made on a newer one lacks packages
# that the older one wants, and then fails there.
LOCK = UV_CUSTOM_COMPILE_COMMAND="make lock" uv pip compile --quiet --no-config --universal \
	--python-version 3.11.0 --generate-hashes --no-emit-index-url --no-emit-find-links
lock:
	$(LOCK) requirements.in --output-file requirements.txt
	$(LOCK) --constraint requirements.txt tests/requirements.in --output-file tests/requirements.txt
